/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { join } from 'node:path';

import execa from 'execa';
import getPort from 'get-port';

import { spawnGuarded } from '../../../sandbox/guarded';
import { waitFor } from '../../../sandbox/waitFor';
import { programPath } from './programs';

export type Redis = {
	/** What n8n has to know of it. */
	env: Record<string, string>;
	/** Ends an own one; takes what was written out of one that was there before. */
	end: () => Promise<void>;
};

/** The Redis of `REDIS_URL`, or one of our own. Whatever n8n writes into it begins with `prefix`. */
export async function openRedis(folder: string, prefix: string): Promise<Redis> {
	const given = process.env.REDIS_URL;
	const own = given === undefined ? await startRedis(folder) : undefined;
	const url = new URL(own?.url ?? given ?? '');
	return {
		env: {
			QUEUE_BULL_REDIS_HOST: url.hostname,
			QUEUE_BULL_REDIS_PORT: url.port || '6379',
			QUEUE_BULL_REDIS_USERNAME: decodeURIComponent(url.username),
			QUEUE_BULL_REDIS_PASSWORD: decodeURIComponent(url.password),
			QUEUE_BULL_REDIS_DB: url.pathname.slice(1) || '0',
			QUEUE_BULL_REDIS_TLS: String(url.protocol === 'rediss:'),
			QUEUE_BULL_PREFIX: prefix,
			N8N_REDIS_KEY_PREFIX: prefix,
		},
		end: own?.stop ?? (async () => await removeKeys(url, prefix)),
	};
}

async function startRedis(folder: string) {
	const port = await getPort();
	const server = spawnGuarded(
		programPath('redis-server'),
		['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--dir', folder],
		{ cwd: folder, env: process.env, logFile: join(folder, 'redis.log'), log: 'append' },
	);
	const url = `redis://127.0.0.1:${port}`;
	await waitFor('Redis to take requests', async (see) => {
		const { stdout, failed } = await redisCli(url, ['ping'], { reject: false });
		see(stdout);
		return failed ? undefined : true;
	});
	return { url, stop: server.kill };
}

async function removeKeys(url: URL, prefix: string): Promise<void> {
	const { stdout } = await redisCli(url.href, ['--scan', '--pattern', `*${prefix}*`]);
	const keys = stdout.split('\n').filter((key) => key !== '');
	if (keys.length > 0) await redisCli(url.href, ['del', ...keys]);
}

async function redisCli(url: string, args: string[], options: execa.Options = {}) {
	return await execa(programPath('redis-cli'), ['-u', url, '--no-auth-warning', ...args], options);
}
