/* eslint-disable @n8n/community-nodes/no-hardcoded-secrets, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import getPort from 'get-port';

import { MAIN, type Installation } from '../../../sandbox/installations';
import { connectToN8n, type CredentialRef, type N8nClient } from '../../../sandbox/n8nClient';
import { startN8n, type N8nServer } from '../../../sandbox/n8nServer';
import { installInto, packPackage } from '../../../sandbox/packPackage';
import { createEmulator, READ_SCOPES, WRITE_SCOPE, type Emulator } from '../../emulator';
import { CREDENTIAL_TYPE } from './host';

const OWNER = { email: 'owner@example.com', password: 'Form-Submissions-1' };

/** The two ways in which n8n publishes workflows. */
export const PUBLICATION_MODES: Array<[string, Record<string, string>]> = [
	['the default publication mode', {}],
	['the legacy publication mode', { N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'false' }],
];

/** A real n8n that tests stop, kill and start again; its address and its data stay. */
export type RestartableHost = {
	/** What n8n keeps. */
	userFolder: string;
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
	const folder = mkdtempSync(join(tmpdir(), 'form-submissions-e2e-'));
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
		const server = await startN8n({ userFolder: folder, installation, port, env });
		running = { server, n8n: await connectToN8n(server.url, OWNER) };
	};
	const stop = async () => {
		await running?.server.stop();
		running = undefined;
	};
	await installInto(folder, (await packPackage()).tarball);
	await start();
	const credential = await current().n8n.credentials.create(CREDENTIAL_TYPE, 'The service', {
		baseUrl,
		apiKey,
	});
	return {
		userFolder: folder,
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
		async end() {
			await stop();
			await emulator.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
