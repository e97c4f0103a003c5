import type { CredentialRef } from '../../sandbox/client/n8nClient';
import { CREDENTIAL_TYPE } from '../../sandbox/client/workflowFile';
import type { Form, SubmissionSeed } from '../../emulator';
import type { Stage } from '../support/stage';

const FIRST_MS = Date.UTC(2026, 2, 2, 8);
const EVERY_MS = 47 * 60_000;
const QUESTIONS = [
	{ topic: 'Price list', message: 'Please send the price list.' },
	{ topic: 'Opening hours', message: 'When do you open on Saturday?' },
	{ topic: 'Booking', message: 'A table for four on Friday, please.' },
	{ topic: 'Feedback', message: 'Thank you for the quick answer.' },
];
const SENT = 9;

/** What the pictures show: always the same, whenever they are taken. */
export type Scene = { form: Form; credential: CredentialRef; next: Omit<SubmissionSeed, 'formId'> };

/** Creates a form with submissions, a few other forms, and a credential with n8n's default name. */
export async function setScene({ emulator, n8n, baseUrl, apiKey }: Stage): Promise<Scene> {
	const form = emulator.addForm({ id: 'frm_8x2k1', name: 'Contact' });
	emulator.addForm({ id: 'frm_3v7q9', name: 'Newsletter' });
	for (let index = 0; index < SENT; index++) {
		emulator.addSubmission({ ...submission(index), formId: form.id });
	}
	const credential = await n8n.credentials.create(CREDENTIAL_TYPE, 'Form Submissions account', {
		baseUrl,
		apiKey,
	});
	return { form, credential, next: submission(SENT) };
}

function submission(index: number): Omit<SubmissionSeed, 'formId'> {
	return {
		id: `sub_${(4800 + index).toString(36)}h3q`,
		createdAt: FIRST_MS + index * EVERY_MS,
		tags: ['website'],
		data: { email: `visitor${index + 1}@example.com`, ...QUESTIONS[index % QUESTIONS.length] },
	};
}
