import { randomInt } from 'node:crypto';

import getPort from 'get-port';

let next = randomInt(20_000, 30_000);

/**
 * A port that stays free while its program restarts: the system gives none so low to connections or
 * to programs that ask for any, and this process gives each only once.
 */
export async function freePort(): Promise<number> {
	return await getPort({ port: next++ });
}
