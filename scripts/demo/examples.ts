import { loadExample, type ExampleName, type ExampleSetup } from '../../sandbox/client/examples';
import { type CredentialRef, type N8nClient, type Workflow } from '../../sandbox/client/n8nClient';
import type { Receiver } from '../../sandbox/host/receiver';
import { CSV_FILE, EXCEL_FILE, EXPORT_FOLDER, PREFIX } from './places';
import type { World } from './world';

/** The examples that need only n8n and the stand-ins on this machine. */
export type DemoExample = Exclude<
	ExampleName,
	| 'new-submission-files'
	| 'new-submission-to-hubspot'
	| 'recent-submissions-to-google-sheets'
	| 'recent-submissions-to-postgres'
>;

const TITLES: Record<DemoExample, string> = {
	'list-forms': 'list forms',
	'export-to-csv': 'export submissions to CSV',
	'export-to-excel': 'export submissions to Excel',
	'export-everything': 'export everything to CSV files',
	'every-submission-once': 'send every submission to the CRM once',
	'new-submission': 'work on each new submission',
	'new-submission-to-crm': 'send each new submission to the CRM',
	'poll-submissions': 'poll for new submissions',
	'notify-me-when-a-workflow-fails': 'notify me when a workflow fails',
	'recent-submissions-to-data-table': 'keep a data table of submissions',
};

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

type Entered = Omit<ExampleSetup, 'credential' | 'name'>;

/** What a user enters in each example besides the form and the credential. */
function enteredIn({ receiver }: Surroundings) {
	const entered: Record<DemoExample, Entered> = {
		'list-forms': {},
		'export-to-csv': {
			parameters: { 'Write the file': { fileName: CSV_FILE } },
			options: { 'Get submissions': { fields: FIELDS } },
		},
		'export-to-excel': { parameters: { 'Write the file': { fileName: EXCEL_FILE } } },
		'export-everything': { values: { Settings: { folder: EXPORT_FOLDER } } },
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
	for (const example of Object.keys(TITLES) as DemoExample[]) {
		const file = loadExample(example, {
			credential: service,
			formId: world.contact.id,
			name: `${PREFIX}${TITLES[example]}`,
			...entered[example],
		});
		imported[example] = await workflows.create(file);
	}
	return imported as Record<DemoExample, Workflow>;
}
