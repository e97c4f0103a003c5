/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { mkdirSync } from 'node:fs';

import { CREDENTIAL_TYPE } from '../../test/sandbox/client/workflowFile';
import { startReceiver } from '../../test/sandbox/host/receiver';
import { startTemporaryN8n, type TemporaryN8n } from '../../test/sandbox/host/temporaryN8n';
import { ensureN8n } from '../../test/sandbox/install/installN8n';
import { EXPORT_FOLDER, importExamples } from './examples';
import { createWorld } from './world';

export type Stage = Awaited<ReturnType<typeof prepare>>;

/** Prepares everything the story needs. Passes `onStarted` a function that stops each thing started. */
export async function prepare(onStarted: (stop: () => Promise<void>) => void) {
	await ensureN8n();
	const world = await createWorld();
	onStarted(world.emulator.stop);
	const receiver = await startReceiver();
	onStarted(receiver.stop);
	const host = await startServer();
	onStarted(host.end);

	const n8n = host.client();
	const { baseUrl, apiKey } = world;
	const data = { baseUrl, apiKey };
	const service = await n8n.credentials.create(CREDENTIAL_TYPE, 'Form Submissions API', data);
	const workflows = await importExamples(n8n, { world, receiver, service });
	return {
		world,
		/** The address of the editor. */
		url: host.url,
		n8n,
		/** Stands in for the CRM and the chat in the examples. */
		receiver,
		workflows,
	};
}

async function startServer(): Promise<TemporaryN8n> {
	mkdirSync(EXPORT_FOLDER, { recursive: true });
	process.stderr.write('Packing the package, as npm would publish it, and starting n8n …\n');
	return await startTemporaryN8n({ N8N_RESTRICT_FILE_ACCESS_TO: EXPORT_FOLDER });
}
