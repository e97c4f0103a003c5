/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { EXAMPLES, readExample, type ExampleName } from '../../sandbox/client/examples';
import { ACTION_TYPE, nodeOf } from '../../sandbox/client/workflowFile';
import { PROJECT } from '../../sandbox/paths';

const NOTE = 'What to set up';

const wordsIn = (text: string): number =>
	text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** The code of a node, with its limits, which are constants in capitals, and where its items come from and go left out. */
function codeOf(example: ExampleName, name: string): string {
	const { jsCode } = nodeOf(readExample(example), name).parameters;
	return String(jsCode)
		.replace(/^\/\/ .*\n/, '')
		.replace(/^const ([A-Z]+) = .*;$/gm, 'const $1;')
		.replace(/^ {2}\/\/ .*\n(?= {2}return)/m, '')
		.replace(/^ {2}return \{ pairedItem: .*;$/m, '  return;');
}

/** What a receiver's answer means. */
const outcomeIn = (example: ExampleName, name: string): string | undefined =>
	/^const plain = .*^function outcomeOf\(.*?^}$/ms.exec(codeOf(example, name))?.[0];

/** How a report names what is missing, but for what it says of it. */
const namesIn = (example: ExampleName, name: string): string =>
	codeOf(example, name)
		.slice(codeOf(example, name).indexOf('const named = '))
		.replace(/\bfiles?\b/g, 'submissions')
		.replace(/\$\{count\}.*?: \$\{named/, '${count}: ${named')
		.replace(/\$\{more\}\. .*`\.replace/, '${more}.`.replace')
		.replace(/submissions?/g, 'submission');

describe('The examples', () => {
	it('are the files of their folder', () => {
		const files = readdirSync(join(PROJECT, 'examples')).map((file) => file.replace(/\.json$/, ''));

		expect(files.sort()).toEqual([...EXAMPLES].sort());
	});

	it.each(EXAMPLES)('%s explains itself in one note that is short', (example) => {
		const most = example === 'every-submission-once' ? 150 : 90;
		const { content } = nodeOf(readExample(example), NOTE).parameters;

		expect(wordsIn(String(content))).toBeLessThanOrEqual(most);
		expect(String(content)).toContain('red run');
	});

	it.each(EXAMPLES)('%s has one line in the README', (example) => {
		const readme = readFileSync(join(PROJECT, 'README.md'), 'utf8');
		const list = readme.slice(readme.indexOf('## Examples'), readme.indexOf('## The nodes'));

		expect(
			list.split('\n').filter((line) => line.includes(`(examples/${example}.json)`)),
		).toHaveLength(1);
	});

	it.each(EXAMPLES)('%s takes what comes in, whichever trigger stands before it', (example) => {
		const { nodes } = readExample(example);
		const triggers = nodes.filter(({ type }) => type === `${ACTION_TYPE}Trigger`);
		const others = JSON.stringify(nodes.filter((node) => !triggers.includes(node)));

		for (const { name, typeVersion } of triggers) {
			expect(typeVersion).toBe(1);
			expect(others).not.toContain(`$('${name}')`);
		}
		expect(readExample(example).settings).toEqual({ executionOrder: 'v1' });
	});

	it.each([
		[
			'Check the address',
			['new-submission-to-any-crm', 'new-submission-to-hubspot', 'every-submission-once'],
		],
		[
			'Fit the cells',
			[
				'export-to-excel',
				'weekly-excel-by-email',
				'recent-submissions-to-data-table',
				'recent-submissions-to-postgres',
				'recent-submissions-to-google-sheets',
			],
		],
	] as Array<[string, ExampleName[]]>)('share "%s", but for its limits', (name, examples) => {
		const codes = examples.map((example) => codeOf(example, name));

		expect(new Set(codes).size).toBe(1);
		expect(codes[0]).toContain('const ');
	});

	it('take an answer for the same', () => {
		const judges: Array<[ExampleName, string]> = [
			['new-submission-to-any-crm', 'Report what was not sent'],
			['new-submission-to-hubspot', 'Report what was not sent'],
			['new-submission-to-chat', 'Report what was not sent'],
			['every-submission-once', 'What became of it'],
			['notify-me-when-a-workflow-fails', 'What became of it'],
		];

		const codes = judges.map(([example, name]) => outcomeIn(example, name));

		expect(new Set(codes).size).toBe(1);
		expect(codes[0]).toContain('[302, 303]');
	});

	it('report what is missing in the same way', () => {
		const reports: Array<[ExampleName, string]> = [
			['new-submission-to-any-crm', 'Report what was not sent'],
			['new-submission-to-hubspot', 'Report what was not sent'],
			['new-submission-to-chat', 'Report what was not sent'],
			['every-submission-once', 'Report what was not sent'],
			['new-submission-files', 'Report what was not saved'],
			['recent-submissions-to-data-table', 'Report what was not written'],
			['recent-submissions-to-postgres', 'Report what was not written'],
		];

		const codes = reports.map(([example, name]) => namesIn(example, name));

		expect(new Set(codes).size).toBe(1);
		expect(codes[0]).toContain('missing.slice(0, 50)');
	});

	it.each(EXAMPLES)("%s puts no one's text into a path as it is", (example) => {
		const urls = readExample(example).nodes.flatMap(({ type, parameters }) =>
			type.endsWith('.httpRequest') ? [String(parameters.url)] : [],
		);
		const inPaths = urls.filter((url) => url.includes('{{') && url !== '={{ $json.link }}');

		for (const url of inPaths)
			expect(url).toMatch(/^=https:\/\/[^{]+\{\{ (.+) && '\/' \+ encodeURIComponent\(\1\) \}\}$/);
		expect(inPaths).toHaveLength(example === 'new-submission-to-any-crm' ? 1 : 0);
	});
});
