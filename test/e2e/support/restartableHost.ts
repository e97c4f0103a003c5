/* eslint-disable @n8n/community-nodes/no-hardcoded-secrets, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- not part of the published package */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import getPort from 'get-port';

import { MAIN, type Installation } from '../../../sandbox/install/installations';
import {
	connectToN8n,
	type CredentialRef,
	type N8nClient,
} from '../../../sandbox/client/n8nClient';
import { startN8n, type N8nServer } from '../../../sandbox/host/n8nServer';
import { installInto, packPackage } from '../../../sandbox/install/packPackage';
import { createTemporaryFolder } from '../../../sandbox/host/temporaryFolder';
import { createEmulator, READ_SCOPES, WRITE_SCOPE, type Emulator } from '../../../emulator';

export const CREDENTIAL_TYPE = 'formSubmissionsApi';
export const OWNER = { email: 'owner@example.com', password: 'Form-Submissions-1' };

/** The two ways in which n8n publishes workflows. */
export const PUBLICATION_MODES: Array<[string, Record<string, string>]> = [
	['the default publication mode', {}],
	['the legacy publication mode', { N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'false' }],
];

/** A real n8n that tests stop, kill and start again; its address and its data stay. */
export type RestartableHost = {
	/** What n8n keeps. */
	userFolder: string;
	/** The one folder into which workflows may write files, unless the environment names another. */
	exportFolder: string;
	emulator: Emulator;
	credential: CredentialRef;
	baseUrl: string;
	apiKey: string;
	/** Of the n8n that runs now. */
	n8n: () => N8nClient;
	server: () => N8nServer;
	/** With another version of n8n, this is an update. Default: the first one. */
	start: (installation?: Installation) => Promise<void>;
	stop: () => Promise<void>;
	kill: () => Promise<void>;
	/** Ends everything and removes the data. */
	end: () => Promise<void>;
};

export async function createRestartableHost(
	env: Record<string, string>,
	limitPerWindow = 10_000,
	first: Installation = MAIN,
): Promise<RestartableHost> {
	const folder = await createTemporaryFolder('form-submissions-e2e-');
	const exportFolder = join(folder.path, 'exports');
	mkdirSync(exportFolder);
	const port = await getPort();
	const emulator = createEmulator({ allowPrivateDestinations: true, limitPerWindow });
	const baseUrl = await emulator.listen();
	const apiKey = emulator.addKey({ scopes: [...READ_SCOPES, WRITE_SCOPE] });
	let running: { server: N8nServer; n8n: N8nClient } | undefined;
	const current = () => {
		if (!running) throw new Error('n8n does not run');
		return running;
	};
	const start = async (installation = first) => {
		const server = await startN8n({
			userFolder: folder.path,
			installation,
			port,
			env: { N8N_RESTRICT_FILE_ACCESS_TO: exportFolder, ...env },
		});
		running = { server, n8n: await connectToN8n(server.url, OWNER) };
	};
	const stop = async () => {
		await running?.server.stop();
		running = undefined;
	};
	const end = async () => {
		await stop();
		await emulator.stop();
		await folder.remove();
	};
	try {
		await installInto(folder.path, (await packPackage()).tarball);
		await start();
		const credential = await current().n8n.credentials.create(CREDENTIAL_TYPE, 'The service', {
			baseUrl,
			apiKey,
		});
		return {
			userFolder: folder.path,
			exportFolder,
			emulator,
			credential,
			baseUrl,
			apiKey,
			n8n: () => current().n8n,
			server: () => current().server,
			start,
			stop,
			async kill() {
				await current().server.kill();
				running = undefined;
			},
			end,
		};
	} catch (error) {
		await end();
		throw error;
	}
}
