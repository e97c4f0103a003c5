/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { sourcesBelow } from '../../sandbox/filesBelow';
import { PROJECT } from '../../sandbox/paths';

export type Size = { files: number; lines: number };

/** What is published, and everything that is there for its sake: tests and what they, and people, use. */
const PRODUCT = ['nodes', 'credentials'];
const SUPPORT = ['bench', 'emulator', 'sandbox', 'scripts', 'test'];

/** How much TypeScript there is. */
export function sizes() {
	const product = sizeOf(PRODUCT);
	const support = sizeOf(SUPPORT);
	return {
		product,
		polling: sizeOf(['nodes/FormSubmissions/polling']),
		support,
		supportPerLine: support.lines / product.lines,
	};
}

function sizeOf(folders: string[]): Size {
	const files = folders.flatMap((folder) => sourcesBelow(join(PROJECT, folder)));
	const lines = files.map((file) => readFileSync(file, 'utf8').trimEnd().split('\n').length);
	return { files: files.length, lines: lines.reduce((sum, one) => sum + one, 0) };
}
