/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import execa from 'execa';
import getPort from 'get-port';

import { asArray, asObject, type JsonObject } from '../../../sandbox/client/json';
import { spawnGuarded } from '../../../sandbox/host/guarded';
import { waitFor } from '../../../sandbox/host/waitFor';
import { programPath } from './programs';

export type Database = ReturnType<typeof openDatabase>;

type Address = { host: string; port: string; user: string; password: string; database: string };

/** The PostgreSQL of `DATABASE_URL`, where databases are created and removed, or one of our own. */
export async function openPostgres(folder: string) {
	const given = process.env.DATABASE_URL;
	const own = given === undefined ? await startPostgres(folder) : undefined;
	const address = own?.address ?? addressOf(given ?? '');
	const made: string[] = [];
	return {
		/** A separate database for one n8n; gone when the server ends or `end` is called. */
		async createDatabase(name: string): Promise<Database> {
			await psql(address, `create database "${name}"`);
			made.push(name);
			return openDatabase({ ...address, database: name });
		},
		async end(): Promise<void> {
			if (own) return await own.stop();
			for (const name of made) await psql(address, `drop database "${name}" with (force)`);
		},
	};
}

function addressOf(given: string): Address {
	const { hostname, port, username, password, pathname } = new URL(given);
	return {
		host: hostname,
		port: port || '5432',
		user: decodeURIComponent(username),
		password: decodeURIComponent(password),
		database: pathname.slice(1) || 'postgres',
	};
}

function openDatabase(address: Address) {
	return {
		/** What n8n has to know about it. */
		env: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: address.host,
			DB_POSTGRESDB_PORT: address.port,
			DB_POSTGRESDB_USER: address.user,
			DB_POSTGRESDB_PASSWORD: address.password,
			DB_POSTGRESDB_DATABASE: address.database,
		},
		/** Runs statements that return nothing. */
		async run(sql: string): Promise<void> {
			await psql(address, sql);
		},
		/** The rows of one query, as parsed from JSON. */
		async rows(sql: string): Promise<JsonObject[]> {
			const text = await psql(address, `select coalesce(json_agg(t), '[]') from (${sql}) t`);
			return asArray(JSON.parse(text), 'the rows').map((row) => asObject(row, 'a row'));
		},
	};
}

async function psql(address: Address, sql: string): Promise<string> {
	const settings = ['--no-psqlrc', '--quiet', '--no-align', '--tuples-only'];
	const { stdout } = await execa(
		programPath('psql'),
		[...settings, '--set', 'ON_ERROR_STOP=1', '--command', sql],
		{
			env: {
				PGHOST: address.host,
				PGPORT: address.port,
				PGUSER: address.user,
				PGPASSWORD: address.password,
				PGDATABASE: address.database,
			},
		},
	);
	return stdout;
}

async function startPostgres(
	folder: string,
): Promise<{ address: Address; stop: () => Promise<void> }> {
	const data = join(folder, 'postgres');
	mkdirSync(data);
	const asUser = await unprivileged(folder, data);
	const flags = ['--auth', 'trust', '--username', 'postgres', '--encoding', 'UTF8'];
	const [initFile, ...initArgs] = asUser(programPath('initdb'));
	await execa(initFile, [...initArgs, ...flags, '--locale', 'C', '--no-sync', '-D', data], {
		cwd: data,
	});
	const port = String(await getPort());
	const [file, ...args] = asUser(programPath('postgres'));
	const server = spawnGuarded(
		file,
		[...args, '-D', data, '-p', port, '-k', data, '-c', 'listen_addresses=127.0.0.1'],
		{
			cwd: data,
			env: process.env,
			logFile: join(folder, 'postgres.log'),
			log: 'append',
			// PostgreSQL's "immediate shutdown", which also removes its shared memory.
			lastSignal: 'SIGQUIT',
		},
	);
	const address = { host: '127.0.0.1', port, user: 'postgres', password: '', database: 'postgres' };
	await waitFor('PostgreSQL to accept requests', async (see) => {
		try {
			await psql(address, 'select 1');
			return true;
		} catch (error) {
			see(String(error));
			return undefined;
		}
	});
	return { address, stop: server.kill };
}

type AsUser = (program: string) => [string, ...string[]];

/** PostgreSQL refuses to run as root, so root runs it as the user that Debian's package created. */
async function unprivileged(folder: string, data: string): Promise<AsUser> {
	if (process.getuid?.() !== 0) return (program) => [program];
	chmodSync(folder, 0o711);
	await execa('chown', ['postgres', data]);
	const become = ['--reuid=postgres', '--regid=postgres', '--init-groups'];
	return (program) => [programPath('setpriv'), ...become, program];
}
