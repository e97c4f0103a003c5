/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { PROJECT } from '../../sandbox/paths';

const read = (path: string) => readFileSync(join(PROJECT, path), 'utf8');

/** What is assumed of the service can't be tested here. */
const UNTESTED = /^A/;

const rules = readdirSync(join(PROJECT, 'contributing'))
	.flatMap((page) => [...read(join('contributing', page)).matchAll(/^- ([A-Z]\d+)\. /gm)])
	.map(([, rule]) => rule);

const tested = readdirSync(join(PROJECT, 'test/unit'), { recursive: true, encoding: 'utf8' })
	.filter((path) => path.endsWith('.test.ts'))
	.flatMap((path) => [...read(join('test/unit', path)).matchAll(/['"`]([A-Z]\d+): /g)])
	.map(([, rule]) => rule);

it('each rule in contributing/ has a test whose title begins with its number', () => {
	const untested = rules.filter((rule = '') => !tested.includes(rule) && !UNTESTED.test(rule));
	expect(untested).toEqual([]);
});

it('each number with which the title of a test begins is that of a rule', () => {
	expect(tested.filter((rule) => !rules.includes(rule))).toEqual([]);
});
