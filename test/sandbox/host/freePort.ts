/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

let next = randomInt(20_000, 30_000);

/**
 * A port that stays free while its program restarts: the system gives none so low to connections or
 * to programs that ask for any, and this process gives each only once.
 */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = next++;
		if (await isFree(port)) return port;
	}
}

async function isFree(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const server = createServer();
		server.once('error', () => resolve(false));
		server.listen(port, () => server.close(() => resolve(true)));
	});
}
