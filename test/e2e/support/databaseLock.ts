/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- not part of the published package */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { MAIN } from '../../sandbox/install/installations';

const LOCK = `
	const { Database } = require(process.argv[1]);
	const database = new Database(process.argv[2]);
	database.configure('busyTimeout', 60_000);
	database.run('BEGIN IMMEDIATE', (error) => {
		process.stdout.write(error ? String(error) : 'locked');
		process.stdin.resume().on('end', () => database.run('COMMIT', () => process.exit(0)));
	});
`;

/**
 * Keeps n8n from writing to its database, as a full disk or a stuck backup would. Returns a
 * function that releases the lock.
 */
export async function lockDatabase(userFolder: string): Promise<() => Promise<void>> {
	const sqlite = join(MAIN.modules, 'sqlite3');
	const database = join(userFolder, '.n8n', 'database.sqlite');
	const locker = spawn(MAIN.node, ['-e', LOCK, sqlite, database], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	const ended = once(locker, 'exit');
	const [said] = (await once(locker.stdout, 'data')) as [Buffer];
	if (said.toString() !== 'locked')
		throw new Error(`The database was not locked: ${said.toString()}`);
	return async () => {
		locker.stdin.end();
		await ended;
	};
}
