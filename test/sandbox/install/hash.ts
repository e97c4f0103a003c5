/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { filesBelow } from '../filesBelow';

/** A hash of the names and contents of files and folders; changes if anything in them does. */
export function hashOf(root: string, paths: string[]): string {
	const hash = createHash('sha256');
	for (const path of paths) {
		for (const file of filesBelow(join(root, path))) {
			hash
				.update(`${relative(root, file)}\0`)
				.update(readFileSync(file))
				.update('\0');
		}
	}
	return hash.digest('hex');
}
