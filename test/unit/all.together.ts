/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Set by `jest.config.js`: folders whose tests run by themselves. */
declare const alone: string[];

function isTest(file: string): boolean {
	if (alone.some((folder) => file.startsWith(`${folder}/`))) return false;
	return file.endsWith('.test.ts') && !file.endsWith('.long.test.ts');
}

const files = readdirSync(__dirname, { recursive: true }).map(String).sort();
for (const file of files.filter(isTest)) {
	// So that a file's hooks apply to its own tests.
	describe(file, () => {
		jest.requireActual(join(__dirname, file));
	});
}
