/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { PROJECT } from '../../../sandbox/paths';

const COLUMNS = 5;

/** The rows of the table of threats, cell by cell. */
const threats = readFileSync(join(PROJECT, 'SECURITY.md'), 'utf8')
	.split('## Threats')[1]
	?.split('\n')
	.filter((line) => line.startsWith('|'))
	.slice(2)
	.map((line) => line.split('|').slice(1, -1))
	.map((cells) => cells.map((cell) => cell.trim()));

const testsOf = (cell = '') =>
	[...cell.matchAll(/`(test\/[^`]+)`/g)].map(([, file]) => String(file));

describe('each threat in SECURITY.md', () => {
	it.each(threats ?? [])('%s says what could happen and what is done about it', (...cells) => {
		const [threat, harm, measure] = cells;

		expect(cells).toHaveLength(COLUMNS);
		expect([threat, harm, measure]).not.toContain('');
	});

	it.each(threats ?? [])('%s names the tests that hold it, and they are there', (...cells) => {
		const tests = testsOf(cells.at(-1));

		expect(tests).not.toEqual([]);
		expect(tests.filter((file) => !existsSync(join(PROJECT, file)))).toEqual([]);
	});
});

describe('the table of threats', () => {
	it.each([
		'Forged delivery',
		'Replay',
		'Stolen API key',
		'Hostile service answer',
		'Hostile form content',
		'Redirect',
		'Log leak',
	])('has a row for: %s', (threat) => {
		expect(threats?.map(([name]) => name)).toContain(threat);
	});
});
