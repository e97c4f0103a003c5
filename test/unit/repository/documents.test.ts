/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

import { EXAMPLES, readExample } from '../../sandbox/client/examples';
import { filesBelow, sourcesBelow } from '../../sandbox/filesBelow';
import { PROJECT } from '../../sandbox/paths';

const NODES = 'nodes/FormSubmissions';

const DOCUMENTS = [
	'CONTRIBUTING.md',
	'README.md',
	'SECURITY.md',
	'test/bench/RESULTS.md',
	'test/emulator/README.md',
	'test/mutation/README.md',
	...filesBelow(join(PROJECT, 'docs'))
		.filter((file) => file.endsWith('.md'))
		.map((file) => relative(PROJECT, file).split(sep).join('/')),
];

const textOf = (document: string) => readFileSync(join(PROJECT, document), 'utf8');

/** Folders that a path may begin with: the project's and the nodes'. */
const FOLDER = [
	'credentials|docs|examples|icons|nodes|scripts|test',
	...readdirSync(join(PROJECT, NODES)),
].join('|');

/** Each `path/to/a/file` in the text, except placeholders: `<name>`, `*`. */
function pathsIn(text: string): string[] {
	const inCode = text.matchAll(new RegExp(`\`((?:${FOLDER})/[\\w./-]*)\``, 'g'));
	return [...inCode].map(([, path]) => String(path));
}

/** Paths may be relative to the nodes' folder or to the document's own. */
function isThere(path: string, document: string): boolean {
	const folders = ['', NODES, dirname(document)];
	return folders.some((folder) => existsSync(join(PROJECT, folder, path)));
}

describe('the documentation', () => {
	it.each(DOCUMENTS)('%s names only existing files', (document) => {
		const gone = pathsIn(textOf(document)).filter((path) => !isThere(path, document));

		expect(gone).toEqual([]);
	});

	it.each(DOCUMENTS)('%s links only to existing files', (document) => {
		const links = [...textOf(document).matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)];
		const targets = links.map(([, target]) => String(target));

		expect(
			targets.filter((target) => !existsSync(join(PROJECT, dirname(document), target))),
		).toEqual([]);
	});

	it('the README prints the command with which CI tests', () => {
		const [, command = '?'] = /^\s*step test (.+)$/m.exec(textOf('.ci/run')) ?? [];

		expect(textOf('README.md')).toContain(command);
		expect(textOf('.github/workflows/ci.yml')).toContain(`run: ${command}\n`);
	});
});

/** The side of a node on the canvas (pixels). A note has its own size. */
const NODE_SIZE = 96;

describe('the canvas of an example', () => {
	// n8n fits that much onto a screen of 1440 by 900 at 60 %; smaller notes are hard to read.
	it.each(EXAMPLES)('%s is small enough for n8n to open it at a readable size', (example) => {
		const { nodes, nodeGroups = [] } = readExample(example);
		const inBoxes = nodeGroups.flatMap(({ nodeIds }) => nodeIds);
		const shown = nodes.filter(({ id }) => !inBoxes.includes(id));
		const extent = (axis: number, side: string) => {
			const starts = shown.map(({ position }) => Number(position[axis]));
			const sizes = shown.map(({ parameters }) => Number(parameters[side] ?? NODE_SIZE));
			return Math.max(...starts.map((start, i) => start + Number(sizes[i]))) - Math.min(...starts);
		};
		expect(extent(0, 'width')).toBeLessThanOrEqual(1_900);
		expect(extent(1, 'height')).toBeLessThanOrEqual(1_100);
	});
});

/** n8n's own, not one of the nodes'. */
const MESSAGES_OF_N8N = ['Go to Form Submissions and create an event'];

describe('a message that a document quotes', () => {
	const sources = sourcesBelow(join(PROJECT, 'nodes')).map((file) => readFileSync(file, 'utf8'));
	const code = sources.join('\n').replaceAll("\\'", "'");

	it.each(['README.md', 'docs/troubleshooting.md'])('in %s is one of the nodes', (document) => {
		const prose = textOf(document).replace(/```.*?```|`[^`]*`/gs, '');
		const quotes = [...prose.matchAll(/"([A-Z][^"…]*?) ?…?"/g)];
		const messages = quotes.map(([, message]) => String(message));

		expect(messages.length).toBeGreaterThan(0);
		expect(
			messages.filter((message) => !MESSAGES_OF_N8N.includes(message) && !code.includes(message)),
		).toEqual([]);
	});
});

describe('each threat in SECURITY.md', () => {
	const [, table = ''] = textOf('SECURITY.md').split('## Threats');
	const threats = table
		.split('\n')
		.filter((line) => line.startsWith('|'))
		.slice(2)
		.map((line) => line.split('|').map((cell) => cell.trim()))
		.map((cells) => ({ threat: cells[1], tests: pathsIn(cells.at(-2) ?? '') }));

	it.each(threats)('$threat: names the tests that back what is promised', ({ tests }) => {
		expect(tests.filter((path) => path.startsWith('test/'))).not.toEqual([]);
	});
});
