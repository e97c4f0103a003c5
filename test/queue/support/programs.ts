/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian keeps PostgreSQL's servers, one folder per version; they are not in the PATH. */
const POSTGRES_FOLDER = '/usr/lib/postgresql';

/** The programs that the tests need. */
const PROGRAMS = ['redis-server', 'redis-cli', 'initdb', 'postgres', 'psql'];

/** A message about what is missing and how to get it; undefined if nothing is. */
export function findMissingPrograms(): string | undefined {
	const missing = PROGRAMS.filter((name) => findProgram(name) === undefined);
	if (missing.length === 0) return undefined;
	return `The queue mode tests require ${missing.join(', ')}: install them with "apt-get install -y redis-server postgresql" (Debian, Ubuntu).`;
}

export function programPath(name: string): string {
	const path = findProgram(name);
	if (path === undefined) throw new Error(`${name} is not installed`);
	return path;
}

function findProgram(name: string): string | undefined {
	const folders = [...(process.env.PATH ?? '').split(delimiter), ...postgresFolders()];
	return folders.map((folder) => join(folder, name)).find(isExecutable);
}

/** The newest version first. */
function postgresFolders(): string[] {
	try {
		return readdirSync(POSTGRES_FOLDER)
			.sort((one, other) => Number(other) - Number(one))
			.map((version) => join(POSTGRES_FOLDER, version, 'bin'));
	} catch {
		// Other systems have no such folder.
		return [];
	}
}

function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
