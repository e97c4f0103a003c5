/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import execa from 'execa';

import type { Installation } from '../../../sandbox/install/installations';

/** Where compiled code uses what it has imported: `n8n_workflow_1.NodeApiError`. */
const USE = /\bn8n_workflow_\d+\.(\w+)/g;

/** What compiled code takes from n8n-workflow when it runs. */
export function namesUsedIn(folder: string): string[] {
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
	const texts = files
		.filter((file) => file.endsWith('.js'))
		.map((file) => readFileSync(join(folder, file), 'utf8'));
	const names = texts.flatMap((text) => [...text.matchAll(USE)].map(([, name]) => String(name)));
	return [...new Set(names)].sort();
}

/** What the n8n-workflow of an n8n exports, asked in the Node of that n8n. */
export async function namesExportedBy({ folder, node }: Installation): Promise<string[]> {
	const code = `console.log(JSON.stringify(Object.entries(require('n8n-workflow'))
		.filter(([, value]) => value !== undefined).map(([name]) => name)))`;
	const { stdout } = await execa(node, ['-e', code], { cwd: folder });
	return JSON.parse(stdout) as string[];
}
