/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { tryToRun } from '../sandbox/host/run';
import { PROJECT } from '../sandbox/paths';
import { LEFT_OUT, PUBLISHED_FILE_PATTERNS } from '../../scripts/scan/scanFolder';

const SOURCE = ['package.json', 'nodes', 'credentials', 'icons'];

/** A copy of the source that can be broken. */
let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'form-submissions-scan-'));
	for (const name of SOURCE) {
		cpSync(join(PROJECT, name), join(folder, name), { recursive: true });
	}
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function edit(name: string, change: (text: string) => string): void {
	const file = join(folder, name);
	writeFileSync(file, change(readFileSync(file, 'utf8')));
}

/** Runs n8n's scan of the project, or of the source in another folder. */
async function scan(...other: string[]): Promise<{ exitCode: number; stdout: string }> {
	const script = join(PROJECT, 'scripts', 'scan', 'main.ts');
	return await tryToRun(process.execPath, ['--import', 'tsx', script, ...other], {
		cwd: PROJECT,
		// Jest sets it, and with it, n8n's linter takes every file for one of its own tests.
		env: { NODE_ENV: undefined },
	});
}

const listOf = (items: string[]) => `[${items.map((item) => `'${item}'`).join(', ')}]`;

describe('the scan', () => {
	it('finds nothing in the source and in what would be published', async () => {
		const { exitCode, stdout } = await scan();

		expect(stdout).toMatch(/source: nothing found\n.*published package: nothing found/);
		expect(exitCode).toBe(0);
	});

	it('covers the published files that the scanner covers, which does not export its lists', () => {
		const scanner = readFileSync(
			require.resolve('@n8n/scan-community-package/scanner/scanner.mjs'),
			'utf8',
		);

		expect(scanner).toContain(`analyzePackage(packageDir, ${listOf(PUBLISHED_FILE_PATTERNS)})`);
		expect(scanner).toContain(`ignore: ${listOf(LEFT_OUT)}`);
	});

	it('fails on what a comment tries to suppress, and on a warning, which the scanner lets pass', async () => {
		const hidden = '// eslint-disable-next-line no-console -- hidden\nconsole.log();\n';
		edit('nodes/FormSubmissions/api/urls/baseUrl.ts', (text) => text + hidden);
		edit('package.json', (text) => text.replace(/\t"homepage": .*\n/, ''));

		const { exitCode, stdout } = await scan(folder);

		expect(stdout).toMatch(/api\/urls\/baseUrl\.ts:\d+:\d+ {2}error .*no-console/);
		expect(stdout).toMatch(/package\.json:\d+:\d+ {2}warning .*require-homepage/);
		expect(exitCode).toBe(1);
	});
});
