/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { join } from 'node:path';

import {
	loadExample,
	type ExampleName,
	type ExampleSetup,
} from '../../test/sandbox/client/examples';
import {
	type CredentialRef,
	type N8nClient,
	type Workflow,
} from '../../test/sandbox/client/n8nClient';
import type { Receiver } from '../../test/sandbox/host/receiver';
import { STATE } from '../../test/sandbox/paths';
import type { World } from './world';

export const EXPORT_FOLDER = join(STATE, 'exports');
export const CSV_FILE = join(EXPORT_FOLDER, 'submissions.csv');

/** The examples that need only n8n and the stand-ins on this machine. */
type DemoExample = Exclude<
	ExampleName,
	| 'new-submission-files'
	| 'new-submission-to-hubspot'
	| 'recent-submissions-to-google-sheets'
	| 'recent-submissions-to-postgres'
>;

/** The form fields that a user chooses as columns. */
const FIELDS = [
	...['name', 'email', 'message', 'topics', 'guests', 'newsletter'],
	...['phone', 'reference', 'address'],
];

/** The services and accounts that the examples are set up with. */
type Surroundings = {
	world: World;
	receiver: Receiver;
	service: CredentialRef;
};

type Entered = Omit<ExampleSetup, 'credential'>;

/** What a user enters in each example besides the form and the credential. */
function enteredIn({ receiver }: Surroundings) {
	const entered: Record<DemoExample, Entered> = {
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
		'every-submission-once': {
			parameters: { 'Send to the CRM': { url: `${receiver.url}/contacts` } },
		},
		'new-submission': {},
		'new-submission-to-crm': {
			parameters: { 'Create the contact': { url: `${receiver.url}/contacts` } },
		},
		'poll-submissions': {},
		'notify-me-when-a-workflow-fails': {
			parameters: { 'Send the message': { url: `${receiver.url}/chat` } },
		},
		'recent-submissions-to-data-table': {},
	};
	return entered;
}

export async function importExamples(
	{ workflows }: N8nClient,
	surroundings: Surroundings,
): Promise<Record<DemoExample, Workflow>> {
	const { world, service } = surroundings;
	const entered = enteredIn(surroundings);
	const imported: Partial<Record<DemoExample, Workflow>> = {};
	for (const example of Object.keys(entered) as DemoExample[]) {
		const file = loadExample(example, {
			credential: service,
			formId: world.contact.id,
			...entered[example],
		});
		imported[example] = await workflows.create(file);
	}
	return imported as Record<DemoExample, Workflow>;
}
