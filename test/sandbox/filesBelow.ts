/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Every file in a folder and its subfolders, except in `skipped`, or the file itself if the path is one. */
export function filesBelow(path: string, skipped?: string): string[] {
	const stats = statSync(path, { throwIfNoEntry: false });
	if (!stats) return [];
	if (!stats.isDirectory()) return [path];
	return readdirSync(path)
		.filter((name) => name !== skipped)
		.sort()
		.flatMap((name) => filesBelow(join(path, name), skipped));
}

/** Every TypeScript file in a folder, without those of installed packages. */
export function sourcesBelow(folder: string): string[] {
	return filesBelow(folder, 'node_modules').filter((path) => path.endsWith('.ts'));
}
