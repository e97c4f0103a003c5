/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { filesBelow, sourcesBelow } from '../../../sandbox/filesBelow';
import { PROJECT } from '../../../sandbox/paths';
import { asText, importsIn, partOf, type Import } from './importsIn';

/** The rooms of the package. Each imports only from rooms below its own. */
const LAYERS = [
	['node', 'credentials'],
	['actions', 'methods', 'polling', 'webhook'],
	['fields'],
	['rows', 'state'],
	['api'],
	['errors'],
	['general'],
];

const NODES = 'nodes/FormSubmissions/';

const imports = importsIn(['nodes', 'credentials']);

function roomOf(path: string): string {
	if (path.startsWith('credentials/')) return 'credentials';
	const [room = '', inner] = path.replace(NODES, '').split('/');
	// The list of operations is the folder's own index.
	return inner === undefined && room !== 'actions' ? 'node' : room;
}

const layerOf = (room: string) => LAYERS.findIndex((rooms) => rooms.includes(room));

function isAllowed({ file, from }: Import): boolean {
	const [room, taken] = [roomOf(file), roomOf(from)];
	return room === taken || (layerOf(room) >= 0 && layerOf(taken) > layerOf(room));
}

const isOfProject = ({ from }: Import) => partOf(from) !== undefined;

describe('published code', () => {
	it("imports nothing from outside but its host and Node's crypto module", () => {
		const outside = imports.filter((one) => !isOfProject(one)).map(({ from }) => from);

		expect([...new Set(outside)].sort()).toEqual(['crypto', 'n8n-workflow']);
	});

	it('imports one way, down to errors and what is general', () => {
		const wrong = imports.filter(isOfProject).filter((one) => !isAllowed(one));

		expect(wrong.map(asText)).toEqual([]);
	});

	it('has no file that nothing imports', () => {
		const used = new Set(imports.map(({ from }) => fileOf(from)));
		const unused = sourcesBelow(join(PROJECT, NODES))
			.map((file) => relative(PROJECT, file))
			.filter((file) => !file.endsWith('.node.ts') && !used.has(file));

		expect(unused).toEqual([]);
	});

	it('sends requests from one place', () => {
		const senders = filesBelow(join(PROJECT, NODES)).filter((file) =>
			/helpers\.(httpRequest|request)/.test(readFileSync(file, 'utf8')),
		);

		expect(senders.map((file) => relative(join(PROJECT, NODES), file))).toEqual([
			join('api', 'transport', 'send.ts'),
		]);
	});
});

/** Each part of the project outside the package, and which others it imports from. */
const PARTS: Record<string, string[]> = {
	// It judges the nodes, so it must not repeat their misreadings.
	emulator: [],
	sandbox: [],
	scripts: ['sandbox', 'emulator', 'nodes', 'credentials'],
	'test/support': ['emulator', 'nodes', 'credentials'],
	bench: ['test/support', 'sandbox', 'emulator', 'nodes'],
	test: ['test/support', 'sandbox', 'emulator', 'nodes', 'credentials', 'scripts'],
};

/** The scripts that have tests. */
const TESTED_SCRIPTS = /^scripts\/(checkService|release|scan|storedNames)\//;

const supportOf = (path: string) =>
	path.startsWith('test/support/') ? 'test/support' : partOf(path);

describe('unpublished code', () => {
	const support = importsIn(['emulator', 'sandbox', 'scripts', 'test', 'bench']);
	const between = support
		.map((one) => ({ ...one, part: supportOf(one.file) ?? '', taken: supportOf(one.from) }))
		.filter(({ part, taken }) => taken !== undefined && taken !== part);

	it('imports one way: tests and bench, then what they share, then sandbox and emulator', () => {
		const wrong = between.filter(({ part, taken = '' }) => PARTS[part]?.includes(taken) !== true);

		expect(between).not.toEqual([]);
		expect(wrong.map(asText)).toEqual([]);
	});

	it('imports scripts only in their own tests', () => {
		const borrowed = between.filter(
			({ taken, from }) => taken === 'scripts' && !TESTED_SCRIPTS.test(from),
		);

		expect(borrowed.map(asText)).toEqual([]);
	});

	it('mocks no module', () => {
		const mocking = sourcesBelow(join(PROJECT, 'test')).filter((file) =>
			/^\s*jest\.(?:mock|doMock)\(/m.test(readFileSync(file, 'utf8')),
		);

		expect(mocking).toEqual([]);
	});

	it('has no circular imports', () => {
		const edges = new Map<string, string[]>();
		for (const { file, from } of [...imports, ...support]) {
			edges.set(file, [...(edges.get(file) ?? []), fileOf(from)]);
		}

		expect(findCircle(edges)).toEqual([]);
	});
});

/** The file that an import without an extension refers to. */
function fileOf(from: string): string {
	const found = [from, `${from}.ts`, `${from}/index.ts`].find(
		(name) => name.endsWith('.ts') && existsSync(join(PROJECT, name)),
	);
	return found ?? from;
}

/** Files of which each imports from the next, and the last from the first. */
function findCircle(edges: ReadonlyMap<string, string[]>): string[] {
	const done = new Set<string>();
	const search = (file: string, way: string[]): string[] => {
		if (way.includes(file)) return way.slice(way.indexOf(file));
		if (done.has(file)) return [];
		for (const next of edges.get(file) ?? []) {
			const circle = search(next, [...way, file]);
			if (circle.length > 0) return circle;
		}
		done.add(file);
		return [];
	};
	for (const file of edges.keys()) {
		const circle = search(file, []);
		if (circle.length > 0) return circle;
	}
	return [];
}
