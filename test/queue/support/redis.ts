/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { join } from 'node:path';

import { freePort } from '../../sandbox/host/freePort';
import { run, startProgram } from '../../sandbox/host/run';
import { waitFor } from '../../sandbox/host/waitFor';
import { programPath } from './programs';

/** Starts a Redis that keeps everything in memory, and logs to the folder. */
export async function startRedis(folder: string) {
	const port = String(await freePort());
	const server = startProgram(
		programPath('redis-server'),
		['--bind', '127.0.0.1', '--port', port, '--save', '', '--dir', folder],
		{ cwd: folder, logFile: join(folder, 'redis.log') },
	);
	await waitFor('Redis to accept requests', async (see) => {
		try {
			await run(programPath('redis-cli'), ['-p', port, 'ping']);
			return true;
		} catch (error) {
			see(String(error));
			return undefined;
		}
	});
	return {
		/** What n8n has to know about it. */
		env: { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: port },
		stop: server.stop,
	};
}
