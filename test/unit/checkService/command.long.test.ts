/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createEmulator, type Emulator, type EmulatorOptions } from '../../emulator';
import { tryToRun } from '../../sandbox/host/run';
import { PROJECT } from '../../sandbox/paths';
import { checkEmulator } from '../../../scripts/checkService/checkEmulator';
import { writeResults } from '../../../scripts/checkService/results';

let folder: string;
let emulator: Emulator | undefined;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'form-submissions-check-'));
});

afterEach(async () => {
	await emulator?.stop();
	emulator = undefined;
	rmSync(folder, { recursive: true, force: true });
});

async function start(options?: EmulatorOptions) {
	emulator = createEmulator(options);
	emulator.addSubmissions(emulator.addForm().id, 40, { spamScore: 9.5 });
	const url = await emulator.listen();
	return { FORM_SUBMISSIONS_BASE_URL: url, FORM_SUBMISSIONS_API_KEY: emulator.addKey() };
}

/** Without a terminal, as in a workflow. */
async function run(env: Record<string, string>, ...args: string[]) {
	const script = join(PROJECT, 'scripts', 'checkService', 'main.ts');
	const unset = { FORM_SUBMISSIONS_BASE_URL: '', FORM_SUBMISSIONS_API_KEY: '' };
	const { exitCode, stdout, stderr } = await tryToRun(
		process.execPath,
		['--import', 'tsx', script, ...args],
		{ cwd: PROJECT, env: { ...unset, ...env } },
	);
	return { exitCode, printed: stdout + stderr };
}

describe('npm run check-service', () => {
	it('writes a table and a file, in neither of which the key or the host appears', async () => {
		const service = await start();
		const file = join(folder, 'result.json');

		const { exitCode, printed } = await run(service, '--json', file, '--compare', 'emulator');

		const written = readFileSync(file, 'utf8');
		expect(printed).toContain('The same as emulator.');
		expect(written).toContain('"found": "Unix seconds"');
		for (const told of Object.values(service)) {
			expect(printed).not.toContain(told);
			expect(written).not.toContain(told);
		}
		expect(exitCode).toBe(0);
	});

	it('exits with 1 where the nodes would go wrong, and says what has changed', async () => {
		const file = join(folder, 'before.json');
		writeResults(file, { checkedAt: '', findings: await checkEmulator() });
		const service = await start({ resetFormat: 'garbage' });

		const { exitCode, printed } = await run(service, '--compare', file);

		expect(printed).toMatch(/✗ X-RateLimit-Reset: The nodes learn of the limit only from refusals/);
		expect(printed).toMatch(/X-RateLimit-Reset +│ not always a time +│ Unix seconds/);
		expect(exitCode).toBe(1);
	});

	it('exits with 2 and says what is missing where it can ask nobody', async () => {
		const { exitCode, printed } = await run({});

		expect(printed).toContain('Set FORM_SUBMISSIONS_BASE_URL.');
		expect(exitCode).toBe(2);
	});
});
