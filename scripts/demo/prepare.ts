/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- not part of the published package */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { loadExample, type ExampleName, type ExampleSetup } from '../../sandbox/client/examples';
import { ensureN8n } from '../../sandbox/install/installN8n';
import {
	connectToN8n,
	type CredentialRef,
	type N8nClient,
	type Workflow,
} from '../../sandbox/client/n8nClient';
import { CREDENTIAL_TYPE } from '../../sandbox/client/workflowFile';
import { startN8n, type N8nServer } from '../../sandbox/host/n8nServer';
import { installInto, packPackage } from '../../sandbox/install/packPackage';
import { STATE } from '../../sandbox/paths';
import { startProgress } from '../../sandbox/install/progress';
import { startReceiver, type Receiver } from '../../sandbox/host/receiver';
import { createWorld, type World } from './world';

export const EXPORT_FOLDER = join(STATE, 'exports');
export const CSV_FILE = join(EXPORT_FOLDER, 'submissions.csv');
export const EXCEL_FILE = join(EXPORT_FOLDER, 'submissions.xlsx');

const USER_FOLDER = join(STATE, 'n8n');
const CREDENTIAL_NAME = 'Demo: Form Submissions API';
const PREFIX = 'Demo: ';
/** Those that need no account of another service, nor an n8n that is killed. */
export type DemoExample = Exclude<
	ExampleName,
	| 'every-submission-once'
	| 'new-submission-to-hubspot'
	| 'recent-submissions-to-google-sheets'
	| 'recent-submissions-to-postgres'
>;

const TITLES: Record<DemoExample, string> = {
	'list-forms': `${PREFIX}list forms`,
	'export-to-csv': `${PREFIX}export submissions to CSV`,
	'export-to-excel': `${PREFIX}export submissions to Excel`,
	'export-everything': `${PREFIX}export everything to CSV files`,
	'new-submission': `${PREFIX}work on each new submission`,
	'new-submission-to-crm': `${PREFIX}send each new submission to the CRM`,
	'poll-submissions': `${PREFIX}look for new submissions`,
	'tell-me-when-a-workflow-stops': `${PREFIX}tell me when a workflow stops`,
	'recent-submissions-to-data-table': `${PREFIX}keep a data table of all submissions`,
};

export type Stage = {
	world: World;
	server: N8nServer;
	n8n: N8nClient;
	/** Stands for the CRM and the chat of the examples. */
	receiver: Receiver;
	workflows: Record<DemoExample, Workflow>;
};

/** Everything that has to stand before the story begins. What was started is told to `onStarted`. */
export async function prepare(onStarted: (stop: () => Promise<void>) => void): Promise<Stage> {
	await ensureN8n();
	await installPackage();
	const world = await createWorld();
	onStarted(world.emulator.stop);
	const receiver = await startReceiver();
	onStarted(receiver.stop);
	const server = await startServer();
	onStarted(server.stop);

	const n8n = await connectToN8n(server.url);
	await clearEarlierRun(n8n);
	const { baseUrl, apiKey } = world;
	const credential = await n8n.credentials.create(CREDENTIAL_TYPE, CREDENTIAL_NAME, {
		baseUrl,
		apiKey,
	});
	const workflows = await importExamples(n8n, world, receiver, credential);
	return { world, server, n8n, receiver, workflows };
}

async function installPackage(): Promise<void> {
	const progress = startProgress('Building and packing the package, as npm would publish it');
	try {
		const { tarball, wasBuilt } = await packPackage();
		progress.update('Installing the package into n8n');
		await installInto(USER_FOLDER, tarball);
		progress.succeed(
			wasBuilt ? 'The package is built, packed and installed' : 'The package is installed',
		);
	} catch (error) {
		progress.fail('The package could not be built or installed');
		throw error;
	}
}

async function startServer(): Promise<N8nServer> {
	mkdirSync(EXPORT_FOLDER, { recursive: true });
	const progress = startProgress('Starting n8n');
	try {
		const env = { N8N_RESTRICT_FILE_ACCESS_TO: EXPORT_FOLDER };
		const server = await startN8n({ userFolder: USER_FOLDER, env });
		progress.succeed(`n8n runs at ${server.url}`);
		return server;
	} catch (error) {
		progress.fail('n8n could not be started');
		throw error;
	}
}

/** Emulator and n8n have new addresses in each run, so what an earlier one left is of no use. */
async function clearEarlierRun({ workflows, credentials }: N8nClient): Promise<void> {
	for (const { id, name, active } of await workflows.list()) {
		if (!name.startsWith(PREFIX)) continue;
		if (active) await workflows.unpublish(id);
		await workflows.archive(id).catch(() => undefined);
		await workflows.remove(id);
	}
	for (const credential of await credentials.list()) {
		if (credential.name === CREDENTIAL_NAME) await credentials.remove(credential);
	}
}

async function importExamples(
	n8n: N8nClient,
	{ contact }: World,
	receiver: Receiver,
	credential: CredentialRef,
): Promise<Record<DemoExample, Workflow>> {
	const create = async (
		example: DemoExample,
		entered: Pick<ExampleSetup, 'parameters' | 'values'> = {},
	) =>
		await n8n.workflows.create(
			loadExample(example, { credential, formId: contact.id, name: TITLES[example], ...entered }),
		);
	const { url } = receiver;
	return {
		'list-forms': await create('list-forms'),
		'export-to-csv': await create('export-to-csv', {
			parameters: { 'Write the file': { fileName: CSV_FILE } },
		}),
		'export-to-excel': await create('export-to-excel', {
			parameters: { 'Write the file': { fileName: EXCEL_FILE } },
		}),
		'export-everything': await create('export-everything', {
			values: { Settings: { folder: EXPORT_FOLDER } },
		}),
		'new-submission': await create('new-submission'),
		'new-submission-to-crm': await create('new-submission-to-crm', {
			parameters: { 'Create the contact': { url: `${url}/contacts` } },
		}),
		'poll-submissions': await create('poll-submissions'),
		'tell-me-when-a-workflow-stops': await create('tell-me-when-a-workflow-stops', {
			parameters: { 'Send the message': { url: `${url}/chat` } },
		}),
		'recent-submissions-to-data-table': await create('recent-submissions-to-data-table'),
	};
}
