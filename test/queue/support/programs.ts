/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian keeps PostgreSQL's servers, one folder per version; they are not in the PATH. */
const POSTGRES_FOLDER = '/usr/lib/postgresql';

/** Throws an error that says what to install, if a program of Redis or PostgreSQL is missing. */
export function programPath(name: string): string {
	const versions = existsSync(POSTGRES_FOLDER) ? readdirSync(POSTGRES_FOLDER) : [];
	const folders = [
		...(process.env.PATH ?? '').split(delimiter),
		...versions.map((version) => join(POSTGRES_FOLDER, version, 'bin')),
	];
	const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
	if (found !== undefined) return found;
	throw new Error(
		`The queue mode tests require ${name}: install it with "apt-get install -y redis-server postgresql" (Debian, Ubuntu).`,
	);
}
