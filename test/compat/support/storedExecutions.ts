/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { MAIN } from '../../sandbox/install/installations';

const COUNT = `
	const { Database } = require(process.argv[1]);
	const database = new Database(process.argv[2]);
	database.get('SELECT count(*) AS count FROM execution_entity', (error, row) => {
		if (error) throw error;
		process.stdout.write(String(row.count));
	});
`;

/** How many executions an n8n that isn't running has in its database, whatever became of them. */
export async function countStoredExecutions(userFolder: string): Promise<number> {
	const sqlite = join(MAIN.modules, 'sqlite3');
	const database = join(userFolder, '.n8n', 'database.sqlite');
	const { stdout } = await promisify(execFile)(MAIN.node, ['-e', COUNT, sqlite, database]);
	return Number(stdout);
}
