/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { createEmulator, READ_SCOPES, WRITE_SCOPE } from '../../test/emulator';
import {
	inCrm,
	loadExample,
	type ExampleName,
	type ExampleSetup,
} from '../../test/sandbox/client/examples';
import type { Workflow } from '../../test/sandbox/client/n8nClient';
import { CREDENTIAL_TYPE } from '../../test/sandbox/client/workflowFile';
import { startTemporaryN8n } from '../../test/sandbox/host/temporaryN8n';
import { ensureN8n } from '../../test/sandbox/install/installN8n';
import { STATE } from '../../test/sandbox/paths';
import { startCrm } from '../../test/sandbox/standIns/crm';

const EXPORT_FOLDER = join(STATE, 'exports');
export const CSV_FILE = join(EXPORT_FOLDER, 'submissions.csv');

/** The form fields that a user chooses as columns. */
const FIELDS = [
	...['name', 'email', 'message', 'topics', 'guests', 'newsletter'],
	...['phone', 'reference', 'address'],
];

/** A service with forms and submissions, a CRM, and an n8n with the examples. */
export type Stage = Awaited<ReturnType<typeof prepare>>;

/** Prepares everything the story needs. Passes `onStarted` a function that stops each thing started. */
export async function prepare(onStarted: (stop: () => Promise<void>) => void) {
	await ensureN8n();
	const service = await startService();
	onStarted(service.emulator.stop);
	const crm = await startCrm();
	onStarted(crm.stop);
	mkdirSync(EXPORT_FOLDER, { recursive: true });
	process.stderr.write('Packing the package, as npm would publish it, and starting n8n …\n');
	const host = await startTemporaryN8n({ N8N_RESTRICT_FILE_ACCESS_TO: EXPORT_FOLDER });
	onStarted(host.end);

	const n8n = host.client();
	const { baseUrl, apiKey, contact } = service;
	const data = { baseUrl, apiKey };
	const credential = await n8n.credentials.create(CREDENTIAL_TYPE, 'Form Submissions API', data);
	const entered = enteredBesides(crm.url);
	const workflows: Partial<Record<keyof typeof entered, Workflow>> = {};
	for (const example of Object.keys(entered) as (keyof typeof entered)[]) {
		const setup = { credential, formId: contact.id, ...entered[example] };
		workflows[example] = await n8n.workflows.create(loadExample(example, setup));
	}
	return {
		...service,
		/** The address of the editor. */
		url: host.url,
		n8n,
		/** Stands in for the CRM and the chat in the examples. */
		crm,
		workflows: workflows as Record<keyof typeof entered, Workflow>,
	};
}

/** The service at the start of the demo: forms, submissions, a key with write permission. */
async function startService() {
	const emulator = createEmulator({
		// Without this, it refuses destinations on this machine, as the real service does.
		allowPrivateDestinations: true,
		keepRequests: false,
	});
	const contact = emulator.addForm({ name: 'Contact' });
	const booking = emulator.addForm({ name: 'Réservation' });
	const newsletter = emulator.addForm({ name: 'Newsletter (test)', isTestMode: true });
	const listed = emulator.addSubmissions(contact.id, 250);
	emulator.addSubmissions(contact.id, 5, { status: 'spam', spamScore: 9.5 });
	emulator.addSubmissions(contact.id, 3, { status: 'quarantined', spamScore: 5.5 });
	emulator.addSubmissions(contact.id, 2, { data: () => ({ name: 'A test', _test: true }) });
	emulator.addSubmissions(booking.id, 120);
	emulator.addSubmissions(newsletter.id, 30);
	return {
		emulator,
		baseUrl: await emulator.listen(),
		apiKey: emulator.addKey({ scopes: [...READ_SCOPES, WRITE_SCOPE] }),
		/** The form that the demo exports and watches. */
		contact,
		/** The contact form's submissions that a list returns by default: no spam and no tests. */
		listed,
		forms: [contact, booking, newsletter],
	};
}

/**
 * The examples that need only n8n and the stand-ins on this machine, with what a user enters in each
 * besides the form and the credential.
 */
const enteredBesides = (crmUrl: string) =>
	({
		'list-forms': {},
		'export-to-csv': {
			parameters: { 'Write the file': { fileName: CSV_FILE } },
			options: { 'Get submissions': { fields: FIELDS } },
		},
		'export-to-excel': {
			parameters: { 'Write the file': { fileName: join(EXPORT_FOLDER, 'submissions.xlsx') } },
		},
		'export-everything': {
			edits: { 'Write the file': { from: '/home/node/.n8n-files', to: EXPORT_FOLDER } },
		},
		'everything-from-one-person': {},
		'every-submission-once': { parameters: { 'Send to the CRM': { url: crmUrl } } },
		'new-submission': {},
		'new-submission-to-any-crm': inCrm(crmUrl),
		'notify-me-when-a-workflow-fails': { parameters: { 'Send the message': { url: crmUrl } } },
		'recent-submissions-to-data-table': {},
	}) satisfies Partial<Record<ExampleName, Omit<ExampleSetup, 'credential'>>>;
