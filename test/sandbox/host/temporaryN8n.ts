/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- not part of the published package */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { connectToN8n, type N8nClient } from '../client/n8nClient';
import type { Installation } from '../install/installations';
import { createN8nProcess, type N8nProcess } from './n8nProcess';
import { createTemporaryFolder } from './temporaryFolder';

/** An n8n with the package installed and its owner signed in after each start, which leaves nothing behind. */
export type TemporaryN8n = Awaited<ReturnType<typeof startTemporaryN8n>>;

/** Starts it; `env` is added to its environment. Default: the demo's n8n. */
export async function startTemporaryN8n(
	env: Record<string, string> = {},
	installation?: Installation,
) {
	const folder = await createTemporaryFolder('form-submissions-n8n-');
	const userFolder = folder.path;
	const exportFolder = join(userFolder, 'exports');
	let n8n: N8nProcess | undefined;
	const end = async () => {
		await n8n?.stop();
		await folder.remove();
	};
	try {
		mkdirSync(exportFolder);
		const process = await createN8nProcess({
			userFolder,
			installation,
			env: { N8N_RESTRICT_FILE_ACCESS_TO: exportFolder, ...env },
		});
		n8n = process;
		let client: N8nClient | undefined;
		const start: N8nProcess['start'] = async (updated) => {
			await process.start(updated);
			client = await connectToN8n(process.url);
		};
		await start();
		return {
			...process,
			start,
			/** Each start has its own. */
			client(): N8nClient {
				if (client === undefined) throw new Error('n8n is not running');
				return client;
			},
			/** The folder that n8n stores its data in. */
			userFolder,
			/** The only folder that workflows may write files to, unless the environment names another. */
			exportFolder,
			/** Stops n8n and removes its data. */
			end,
		};
	} catch (error) {
		await end();
		throw error;
	}
}
