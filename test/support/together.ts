/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Set by `test/unit/jest.config.js`: folders whose tests run by themselves. */
declare const alone: string[];

const UNIT_TESTS = join(__dirname, '..', 'unit');

/** Runs the chosen unit tests as if they were one file. */
export function runTogether(isChosen: (file: string) => boolean): void {
	const files = readdirSync(UNIT_TESTS, { recursive: true }).map(String).sort();
	for (const file of files.filter(isTest).filter(isChosen)) {
		// So that a file's hooks apply to its own tests.
		describe(file, () => {
			jest.requireActual(join(UNIT_TESTS, file));
		});
	}
}

function isTest(file: string): boolean {
	if (alone.some((folder) => file.startsWith(`${folder}/`))) return false;
	return file.endsWith('.test.ts') && !file.endsWith('.long.test.ts');
}
