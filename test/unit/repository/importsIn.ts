/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';

import { sourcesBelow } from '../../../sandbox/filesBelow';
import { PROJECT } from '../../../sandbox/paths';

/** `from` is a path in the project, or the name of a package. */
export type Import = { file: string; from: string; isOfTypes: boolean };

/** All imports of the TypeScript files in these folders of the project. */
export function importsIn(folders: string[]): Import[] {
	return folders.flatMap((folder) => sourcesBelow(join(PROJECT, folder))).flatMap(importsOf);
}

function importsOf(path: string): Import[] {
	const file = relative(PROJECT, path).split(sep).join('/');
	const found = readFileSync(path, 'utf8').matchAll(
		/^(?:import|export)\s+(?:(type\s)?[^;]*?from\s+)?'([^']+)';/gm,
	);
	return [...found].map(([, type, from = '']) => ({
		file,
		from: from.startsWith('.') ? posix.join(posix.dirname(file), from) : from,
		isOfTypes: type !== undefined,
	}));
}

/** The part of the project that a path is in; undefined for a package. */
export function partOf(path: string): string | undefined {
	return /^(nodes|credentials|emulator|sandbox|scripts|test|bench)(?=\/|$)/.exec(path)?.[1];
}

export const asText = ({ file, from }: Import) => `${file} takes from ${from}`;
