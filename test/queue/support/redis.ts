/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { join } from 'node:path';

import { freePort } from '../../sandbox/host/freePort';
import { startProgram, tryToRun } from '../../sandbox/host/run';
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
		const ping = ['-p', port, 'ping'];
		const { stdout, exitCode } = await tryToRun(programPath('redis-cli'), ping);
		see(stdout);
		return exitCode === 0;
	});
	return {
		/** What n8n has to know about it. */
		env: { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: port },
		stop: server.stop,
	};
}
