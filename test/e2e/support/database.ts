/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-dangerous-functions -- not part of the published package */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { MAIN } from '../../sandbox/install/installations';

/** Runs code with n8n's own SQLite `database`; what it prints first is returned. */
async function runOn(userFolder: string, code: string, ...more: string[]) {
	const sqlite = join(MAIN.modules, 'sqlite3');
	const file = join(userFolder, '.n8n', 'database.sqlite');
	const open =
		'const { Database } = require(process.argv[1]); const database = new Database(process.argv[2]);';
	const child = spawn(MAIN.node, ['-e', open + code, sqlite, file, ...more], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	const ended = once(child, 'exit');
	const [said] = (await once(child.stdout, 'data')) as [Buffer];
	return { said: said.toString(), child, ended };
}

const LOCK = `
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
	const { said, child, ended } = await runOn(userFolder, LOCK);
	if (said !== 'locked') throw new Error(`The database was not locked: ${said}`);
	return async () => {
		child.stdin.end();
		await ended;
	};
}

const ON_INSERT = `
	const [, , , text] = process.argv;
	database.configure('busyTimeout', 60_000);
	const sql = text
		? "CREATE TRIGGER full BEFORE INSERT ON execution_data WHEN NEW.data LIKE '%" + text + "%' BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
		: 'DROP TRIGGER full';
	database.run(sql, (error) => process.stdout.write(error ? String(error) : 'done'));
`;

/** Keeps n8n from storing executions that have this text, or, without one, no longer. */
export async function refuseToStore(userFolder: string, text = ''): Promise<void> {
	const { said } = await runOn(userFolder, ON_INSERT, text);
	if (said !== 'done') throw new Error(`The database said: ${said}`);
}
