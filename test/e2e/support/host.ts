/* eslint-disable @n8n/community-nodes/no-hardcoded-secrets, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- not part of the published package */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { MAIN } from '../../../sandbox/installations';
import { connectToN8n, type CredentialRef, type N8nClient } from '../../../sandbox/n8nClient';
import { startN8n, type N8nServer } from '../../../sandbox/n8nServer';
import { installInto, packPackage } from '../../../sandbox/packPackage';
import { createEmulator, READ_SCOPES, WRITE_SCOPE, type Emulator } from '../../emulator';

/** A real n8n with the package in it, the service beside it, and a credential that joins the two. */
export type Host = {
	n8n: N8nClient;
	server: N8nServer;
	emulator: Emulator;
	baseUrl: string;
	apiKey: string;
	credential: CredentialRef;
	/** The one folder into which workflows may write files. */
	exportFolder: string;
	stop: () => Promise<void>;
};

export const CREDENTIAL_TYPE = 'formSubmissionsApi';
export const OWNER = { email: 'owner@example.com', password: 'Form-Submissions-1' };

export async function startHost(env: Record<string, string>, installation = MAIN): Promise<Host> {
	const folder = mkdtempSync(join(tmpdir(), 'form-submissions-e2e-'));
	const exportFolder = join(folder, 'exports');
	mkdirSync(exportFolder);
	const emulator = createEmulator({ allowPrivateDestinations: true, limitPerWindow: 10_000 });
	const stops = [async () => rmSync(folder, { recursive: true, force: true }), emulator.stop];
	const stop = async () => {
		for (const end of stops.reverse()) await end();
	};
	try {
		const { tarball } = await packPackage();
		await installInto(folder, tarball);
		const server = await startN8n({
			userFolder: folder,
			installation,
			env: { ...env, N8N_RESTRICT_FILE_ACCESS_TO: exportFolder },
		});
		stops.push(server.stop);
		const n8n = await connectToN8n(server.url, OWNER);
		const baseUrl = await emulator.listen();
		const apiKey = emulator.addKey({ scopes: [...READ_SCOPES, WRITE_SCOPE] });
		const data = { baseUrl, apiKey };
		const credential = await n8n.credentials.create(CREDENTIAL_TYPE, 'The service', data);
		return { n8n, server, emulator, baseUrl, apiKey, credential, exportFolder, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
