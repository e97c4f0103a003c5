/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- not part of the published package */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Installation } from '../install/installations';
import { withClient, type ConnectedN8n } from './connectedN8n';
import { createN8nProcess, type N8nProcess } from './n8nProcess';
import { createTemporaryFolder } from './temporaryFolder';

/** An n8n with the package installed and its owner signed in, which leaves nothing behind. */
export type TemporaryN8n = ConnectedN8n & {
	/** The folder that n8n stores its data in. */
	userFolder: string;
	/** The only folder that workflows may write files to, unless the environment names another. */
	exportFolder: string;
	/** Stops n8n and removes its data. */
	end: () => Promise<void>;
};

/** Starts it; `env` is added to its environment. Default: the demo's n8n. */
export async function startTemporaryN8n(
	env: Record<string, string> = {},
	installation?: Installation,
): Promise<TemporaryN8n> {
	const folder = await createTemporaryFolder('form-submissions-n8n-');
	const userFolder = folder.path;
	const exportFolder = join(userFolder, 'exports');
	let process: N8nProcess | undefined;
	const end = async () => {
		await process?.stop();
		await folder.remove();
	};
	try {
		mkdirSync(exportFolder);
		process = await createN8nProcess({
			userFolder,
			installation,
			env: { N8N_RESTRICT_FILE_ACCESS_TO: exportFolder, ...env },
		});
		const n8n = withClient(process);
		await n8n.start();
		return { ...n8n, userFolder, exportFolder, end };
	} catch (error) {
		await end();
		throw error;
	}
}
