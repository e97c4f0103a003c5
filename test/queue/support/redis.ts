/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { join } from 'node:path';

import execa from 'execa';
import getPort from 'get-port';

import { spawnGuarded } from '../../../sandbox/host/guarded';
import { waitFor } from '../../../sandbox/host/waitFor';
import { programPath } from './programs';

/** Starts a Redis that keeps everything in memory, and logs to the folder. */
export async function startRedis(folder: string) {
	const port = String(await getPort());
	const server = spawnGuarded(
		programPath('redis-server'),
		['--bind', '127.0.0.1', '--port', port, '--save', '', '--dir', folder],
		{ cwd: folder, env: process.env, logFile: join(folder, 'redis.log'), log: 'append' },
	);
	await waitFor('Redis to accept requests', async (see) => {
		const ping = ['-p', port, 'ping'];
		const { stdout, failed } = await execa(programPath('redis-cli'), ping, { reject: false });
		see(stdout);
		return failed ? undefined : true;
	});
	return {
		/** What n8n has to know about it. */
		env: { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: port },
		stop: server.kill,
	};
}
