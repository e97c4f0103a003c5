/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- not part of the published package */
import { mkdirSync } from 'node:fs';

import type { CredentialRef, N8nClient, Workflow } from '../../sandbox/client/n8nClient';
import { CREDENTIAL_TYPE } from '../../sandbox/client/workflowFile';
import { withClient, type ConnectedN8n } from '../../sandbox/host/connectedN8n';
import { createN8nProcess, type N8nProcess } from '../../sandbox/host/n8nProcess';
import { startReceiver, type Receiver } from '../../sandbox/host/receiver';
import { ensureN8n } from '../../sandbox/install/installN8n';
import { packPackage } from '../../sandbox/install/packPackage';
import { startProgress } from '../../sandbox/install/progress';
import { importExamples, type DemoExample } from './examples';
import { EXPORT_FOLDER, PREFIX, USER_FOLDER } from './places';
import { createWorld, type World } from './world';

export type Stage = {
	world: World;
	process: ConnectedN8n;
	n8n: N8nClient;
	/** Stands in for the CRM and the chat in the examples. */
	receiver: Receiver;
	workflows: Record<DemoExample, Workflow>;
};

/** Prepares everything the story needs. Passes `onStarted` a function that stops each thing started. */
export async function prepare(onStarted: (stop: () => Promise<void>) => void): Promise<Stage> {
	await ensureN8n();
	const world = await createWorld();
	onStarted(world.emulator.stop);
	const receiver = await startReceiver();
	onStarted(receiver.stop);
	const process = withClient(await installPackage());
	onStarted(process.stop);
	await startServer(process);

	const n8n = process.client();
	await clearEarlierRun(n8n);
	const service = await createCredential(n8n, world);
	const workflows = await importExamples(n8n, { world, receiver, service });
	return { world, process, n8n, receiver, workflows };
}

/** Prepares the demo's n8n without starting it. */
async function installPackage(): Promise<N8nProcess> {
	const progress = startProgress('Building and packing the package, as npm would publish it');
	try {
		const { wasBuilt } = await packPackage();
		progress.update('Installing the package into n8n');
		const process = await createN8nProcess({
			userFolder: USER_FOLDER,
			env: { N8N_RESTRICT_FILE_ACCESS_TO: EXPORT_FOLDER },
		});
		progress.succeed(
			wasBuilt ? 'The package is built, packed and installed' : 'The package is installed',
		);
		return process;
	} catch (error) {
		progress.fail('The package could not be built or installed');
		throw error;
	}
}

async function startServer(process: ConnectedN8n): Promise<void> {
	mkdirSync(EXPORT_FOLDER, { recursive: true });
	const progress = startProgress('Starting n8n');
	try {
		await process.start();
		progress.succeed(`n8n runs at ${process.server().url}`);
	} catch (error) {
		progress.fail('n8n could not be started');
		throw error;
	}
}

/** Removes what an earlier run left: the emulator and n8n have new URLs in each run. */
async function clearEarlierRun({ workflows, credentials }: N8nClient): Promise<void> {
	for (const { id, name, active } of await workflows.list()) {
		if (!name.startsWith(PREFIX)) continue;
		if (active) await workflows.unpublish(id);
		await workflows.archive(id).catch(() => undefined);
		await workflows.remove(id);
	}
	for (const credential of await credentials.list()) {
		if (credential.name.startsWith(PREFIX)) await credentials.remove(credential);
	}
}

async function createCredential(
	{ credentials }: N8nClient,
	{ baseUrl, apiKey }: World,
): Promise<CredentialRef> {
	const name = `${PREFIX}Form Submissions API`;
	return await credentials.create(CREDENTIAL_TYPE, name, { baseUrl, apiKey });
}
