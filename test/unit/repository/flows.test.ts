/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { join } from 'node:path';

import execa from 'execa';

import { PROJECT } from '../../../sandbox/paths';
import type { Flow } from '../../flows/flows';
import { sizes } from '../../flows/sizes';
import { readWays } from '../../flows/ways';

/** How many files a reader has to open, at most, to follow a flow from its start to its end. */
const MAX_FILES: Record<Flow, number> = {
	'Get Many': 28,
	'A delivery': 20,
	'A poll': 32,
	'A publication': 26,
};

describe('the flow through the code', () => {
	let flows: Record<string, string[]>;

	// In a process of its own: in one of Jest's, V8's debugger would take a minute.
	beforeAll(async () => {
		const script = join(PROJECT, 'test', 'flows', 'main.ts');
		const { stdout } = await execa(process.execPath, ['--import', 'tsx', script, '--json']);
		flows = JSON.parse(stdout) as Record<string, string[]>;
	}, 300_000);

	it.each(Object.entries(MAX_FILES))('%s enters at most %i files', (name, most) => {
		const entered = flows[name] ?? [];

		expect(entered).toContain('parameters/values.ts');
		expect(entered.slice(most)).toEqual([]);
	});

	it.each(Object.keys(MAX_FILES))('%s is what docs/ways.md says', (name) => {
		const entered = flows[name] ?? [];
		const { own, all } = readWays().get(name) ?? { own: [], all: [] };

		expect([...new Set(all)].sort()).toEqual([...entered].sort());
		// What several ways share has no order that is that of each.
		expect(own).toEqual(entered.filter((file) => own.includes(file)));
	});
});

describe('the size of the code', () => {
	const { product, polling, supportPerLine } = sizes();

	it('stays small enough to be read', () => {
		expect(product.files).toBeLessThanOrEqual(90);
		expect(product.lines).toBeLessThanOrEqual(6_600);
		expect(polling.files).toBeLessThanOrEqual(10);
		expect(polling.lines).toBeLessThanOrEqual(860);
	});

	it('needs tests and tools in proportion', () => {
		expect(supportPerLine).toBeLessThanOrEqual(4.8);
	});
});
