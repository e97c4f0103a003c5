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

/** The form fields that a user chooses as columns. */
const FIELDS = [
	...['name', 'email', 'message', 'topics', 'guests', 'newsletter'],
	...['phone', 'reference', 'address'],
];

type Entered = Omit<ExampleSetup, 'credential'>;

/**
 * Imports the examples that need only n8n and the stand-ins on this machine, with what a user enters in each
 * besides the form and the credential.
 */
export async function importExamples(
	{ workflows }: N8nClient,
	{ world, receiver, service }: { world: World; receiver: Receiver; service: CredentialRef },
) {
	const entered = {
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
	} satisfies Partial<Record<ExampleName, Entered>>;
	const imported: Partial<Record<keyof typeof entered, Workflow>> = {};
	for (const example of Object.keys(entered) as (keyof typeof entered)[]) {
		const setup = { credential: service, formId: world.contact.id, ...entered[example] };
		imported[example] = await workflows.create(loadExample(example, setup));
	}
	return imported as Record<keyof typeof entered, Workflow>;
}
