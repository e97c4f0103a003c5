/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { join } from 'node:path';

import execa from 'execa';
import getPort from 'get-port';

import { spawnGuarded } from '../../../sandbox/host/guarded';
import { waitFor } from '../../../sandbox/host/waitFor';
import { programPath } from './programs';

/** The Redis of `REDIS_URL`, or one of our own. All keys that n8n writes begin with `prefix`. */
export async function openRedis(folder: string, prefix: string) {
	const given = process.env.REDIS_URL;
	const own = given === undefined ? await startRedis(folder) : undefined;
	const url = new URL(own?.url ?? given ?? '');
	const { host, port, user, password, database, isSecure } = partsOf(url);
	return {
		/** What n8n has to know about it. */
		env: {
			QUEUE_BULL_REDIS_HOST: host,
			QUEUE_BULL_REDIS_PORT: port,
			QUEUE_BULL_REDIS_USERNAME: user,
			QUEUE_BULL_REDIS_PASSWORD: password,
			QUEUE_BULL_REDIS_DB: database,
			QUEUE_BULL_REDIS_TLS: String(isSecure),
			QUEUE_BULL_PREFIX: prefix,
			N8N_REDIS_KEY_PREFIX: prefix,
		},
		/** Ends one of our own; in an existing one, removes what was written. */
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
	await waitFor('Redis to accept requests', async (see) => {
		const { stdout, failed } = await redisCli(new URL(url), ['ping'], { reject: false });
		see(stdout);
		return failed ? undefined : true;
	});
	return { url, stop: server.kill };
}

async function removeKeys(url: URL, prefix: string): Promise<void> {
	const { stdout } = await redisCli(url, ['--scan', '--pattern', `*${prefix}*`]);
	const keys = stdout.split('\n').filter((key) => key !== '');
	if (keys.length > 0) await redisCli(url, ['del', ...keys]);
}

/** Doesn't use `-u`, which treats a URL without a user as one with an empty user name. */
async function redisCli(url: URL, args: string[], options: execa.Options = {}) {
	const { host, port, user, password, database, isSecure } = partsOf(url);
	const login = user === '' ? [] : ['--user', user];
	const secure = isSecure ? ['--tls'] : [];
	return await execa(
		programPath('redis-cli'),
		['-h', host, '-p', port, '-n', database, ...login, ...secure, ...args],
		{ ...options, env: password === '' ? {} : { REDISCLI_AUTH: password } },
	);
}

function partsOf(url: URL) {
	return {
		host: url.hostname,
		port: url.port || '6379',
		user: decodeURIComponent(url.username),
		password: decodeURIComponent(url.password),
		database: url.pathname.slice(1) || '0',
		isSecure: url.protocol === 'rediss:',
	};
}
