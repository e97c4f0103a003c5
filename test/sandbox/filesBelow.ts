/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Every file in a folder and its subfolders, or the file itself if the path is one. */
export function filesBelow(path: string): string[] {
	const stats = statSync(path, { throwIfNoEntry: false });
	if (!stats) return [];
	if (!stats.isDirectory()) return [path];
	return readdirSync(path)
		.sort()
		.flatMap((name) => filesBelow(join(path, name)));
}
