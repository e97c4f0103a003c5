/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { asArray, asObject, type JsonObject } from '../../sandbox/client/json';
import { freePort } from '../../sandbox/host/freePort';
import { run as runProgram, startProgram } from '../../sandbox/host/run';
import { waitFor } from '../../sandbox/host/waitFor';
import { programPath } from './programs';

const USER = 'postgres';
/** Every server has it from the start, and each n8n has a server of its own. */
const DATABASE = 'postgres';

export type Database = Awaited<ReturnType<typeof startPostgres>>;

/** Starts a PostgreSQL server, with its data in the folder. */
export async function startPostgres(folder: string) {
	const data = join(folder, 'postgres');
	mkdirSync(data);
	const asUser = await unprivileged(folder, data);
	const flags = ['--auth', 'trust', '--username', USER, '--encoding', 'UTF8'];
	const [initFile, ...initArgs] = asUser(programPath('initdb'));
	await runProgram(initFile, [...initArgs, ...flags, '--locale', 'C', '--no-sync', '-D', data], {
		cwd: data,
	});
	const port = String(await freePort());
	const [file, ...args] = asUser(programPath('postgres'));
	const server = startProgram(
		file,
		[...args, '-D', data, '-p', port, '-k', data, '-c', 'listen_addresses=127.0.0.1'],
		{ cwd: data, logFile: join(folder, 'postgres.log') },
	);
	/** Runs statements; returns the rows as text. */
	const run = async (sql: string) => {
		const address = ['--host', '127.0.0.1', '--port', port, '--username', USER, '-d', DATABASE];
		const settings = ['--no-psqlrc', '--quiet', '--no-align', '--tuples-only'];
		const command = ['--set', 'ON_ERROR_STOP=1', '--command', sql];
		return await runProgram(programPath('psql'), [...address, ...settings, ...command]);
	};
	await waitFor('PostgreSQL to accept requests', async (see) => {
		try {
			await run('select 1');
			return true;
		} catch (error) {
			see(String(error));
			return undefined;
		}
	});
	return {
		/** What n8n has to know about it. */
		env: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: port,
			DB_POSTGRESDB_USER: USER,
			DB_POSTGRESDB_PASSWORD: '',
			DB_POSTGRESDB_DATABASE: DATABASE,
		},
		run,
		/** The rows of one query, as parsed from JSON. */
		async rows(sql: string): Promise<JsonObject[]> {
			const text = await run(`select coalesce(json_agg(t), '[]') from (${sql}) t`);
			return asArray(JSON.parse(text), 'the rows').map((row) => asObject(row, 'a row'));
		},
		/** PostgreSQL's "immediate shutdown". */
		stop: async (): Promise<void> => await server.kill('SIGQUIT'),
	};
}

type AsUser = (program: string) => [string, ...string[]];

/** PostgreSQL refuses to run as root, so root runs it as the user that Debian's package created. */
async function unprivileged(folder: string, data: string): Promise<AsUser> {
	if (process.getuid?.() !== 0) return (program) => [program];
	chmodSync(folder, 0o711);
	await runProgram('chown', ['postgres', data]);
	const become = ['--reuid=postgres', '--regid=postgres', '--init-groups'];
	return (program) => [programPath('setpriv'), ...become, program];
}
