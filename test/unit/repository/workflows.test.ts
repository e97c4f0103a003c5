/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { parseDocument } from 'yaml';

import { filesBelow } from '../../sandbox/filesBelow';
import { PROJECT } from '../../sandbox/paths';

const FOLDER = join(PROJECT, '.github');

type Step = { uses?: string; run?: string };
type Job = {
	uses?: string;
	steps?: Step[];
	permissions?: Record<string, string>;
	'timeout-minutes'?: number;
};
type Workflow = { permissions?: Record<string, string>; jobs: Record<string, Job> };

const files = filesBelow(FOLDER)
	.map((file) => relative(FOLDER, file))
	.filter((file) => file.endsWith('.yml'));
const workflows = files.filter((file) => file.startsWith('workflows'));

const textOf = (file: string) => readFileSync(join(FOLDER, file), 'utf8');
const read = (file: string): unknown => parseDocument(textOf(file)).toJS();
const jobsOf = (file: string) => Object.entries((read(file) as Workflow).jobs);

function scriptsNamedIn(text: string): string[] {
	return [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => String(name));
}

const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
	scripts: Record<string, string>;
};

describe('the files for GitHub', () => {
	it.each(files)('%s is valid YAML', (file) => {
		const { errors, warnings } = parseDocument(textOf(file));

		expect([...errors, ...warnings]).toEqual([]);
	});

	it('pin every action to a commit, and name its version', () => {
		const uses = files.flatMap((file) => textOf(file).match(/uses: .*/g) ?? []);
		const loose = uses
			.filter((line) => !line.startsWith('uses: ./'))
			.filter((line) => !/^uses: [\w-]+(?:\/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line));

		expect(uses).not.toEqual([]);
		expect(loose).toEqual([]);
	});

	it('run only scripts in package.json, as does CONTRIBUTING.md', () => {
		const texts = [...files, join('..', 'CONTRIBUTING.md')].map(textOf);
		const named = texts.flatMap(scriptsNamedIn);

		expect(named).not.toEqual([]);
		expect(named.filter((name) => !(name in scripts))).toEqual([]);
	});
});

describe('the workflows', () => {
	it('may only read the repository, unless a job needs more', () => {
		for (const file of workflows) {
			expect((read(file) as Workflow).permissions).toEqual({ contents: 'read' });
		}
	});

	it('let no job write to the repository, and few write anything', () => {
		const given = workflows.flatMap((file) =>
			jobsOf(file).flatMap(([name, { permissions = {} }]) =>
				Object.entries(permissions)
					.filter(([, access]) => access === 'write')
					.map(([what]) => `${name}: ${what}`),
			),
		);

		expect(given.sort()).toEqual([
			'analyze: security-events',
			'publish: id-token',
			'scorecard: id-token',
			'scorecard: security-events',
		]);
	});

	it('have a time limit for every job', () => {
		const endless = workflows.flatMap((file) =>
			jobsOf(file)
				.filter(([, job]) => job.uses === undefined && job['timeout-minutes'] === undefined)
				.map(([name]) => `${file}: ${name}`),
		);

		expect(endless).toEqual([]);
	});

	it('contain no stored secret', () => {
		for (const file of workflows) expect(textOf(file)).not.toContain('secrets.');
	});
});
