const DECISIONS = require('./decisions.cjs');

const NODES = '^nodes/FormSubmissions/';

/** The package's folders, from top to bottom. Each imports only from folders in layers below its own. */
const LAYERS = [
	['*', 'credentials'],
	['actions', 'methods', 'polling', 'webhook'],
	['fields'],
	['rows', 'state'],
	['api'],
	['errors'],
	['general'],
];

/** The parts of the project outside the package, and which others each imports from. */
const PARTS = {
	// It judges the nodes, so it must not repeat their misreadings.
	'test/emulator': [],
	'test/sandbox': [],
	scripts: ['test/sandbox', 'test/emulator', 'nodes', 'credentials'],
	'test/support': ['test/emulator', 'nodes', 'credentials'],
	'test/bench': ['test/support', 'test/sandbox', 'test/emulator', 'nodes'],
	test: ['nodes', 'credentials', 'scripts'],
};

const ERRORS_DOOR = `${NODES}errors/index\\.ts$`;

const TYPES = ['type-only'];

/** A regular expression for the files of a folder. */
function folder(name) {
	if (name === 'credentials') return '^credentials/';
	return name === '*' ? `${NODES}[^/]+\\.ts$` : `${NODES}${name}/`;
}

/** A regular expression for `folder/{one,other}.ts`. */
const decisions = DECISIONS.map(
	(files) => NODES + files.replace('{', '(').replace('}', ')').replaceAll(',', '|') + '$',
);

const layers = LAYERS.flatMap((names, layer) =>
	names.map((name) => ({
		name: 'folders-import-one-way',
		from: { path: folder(name) },
		to: {
			path: LAYERS.slice(0, layer + 1)
				.flat()
				.filter((other) => other !== name)
				.map(folder),
		},
	})),
);

/** Folders of the tests that have an entry of their own. */
const OWN_RULES = ['^test/(emulator|sandbox|support|bench)/'];

const parts = Object.entries(PARTS).map(([part, taken]) => ({
	name: 'parts-import-one-way',
	from: { path: `^${part}/`, pathNot: part === 'test' ? OWN_RULES : [] },
	to: {
		path: '^(nodes|credentials|scripts|test)/',
		pathNot: [part, ...taken].map((other) => `^${other}/`),
	},
}));

const rules = [
	...layers,
	...parts,
	{
		name: 'errors-have-one-door',
		from: { path: '^(nodes|credentials|scripts)/', pathNot: folder('errors') },
		to: { path: folder('errors'), pathNot: ERRORS_DOOR },
	},
	{ name: 'no-circles', from: {}, to: { circular: true } },
	{ name: 'everything-resolves', from: {}, to: { couldNotResolve: true } },
	{
		name: 'packages-are-declared',
		from: {},
		to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
	},
	{
		name: 'published-code-needs-only-n8n-and-crypto',
		from: { path: '^(nodes|credentials)/' },
		to: { pathNot: ['^(nodes|credentials)/', '^crypto$', '^node_modules/n8n-workflow/'] },
	},
	{
		name: 'published-code-is-used',
		from: { path: ['\\.node\\.ts$', folder('credentials')] },
		to: { path: NODES, pathNot: '\\.node\\.ts$', reachable: false },
	},
	{
		name: 'decisions-need-no-n8n',
		from: { path: decisions },
		to: { path: '^node_modules/n8n-workflow/', dependencyTypesNot: TYPES },
	},
	{
		name: 'decisions-import-only-decisions',
		from: { path: decisions },
		// Whatever they need of the errors only decides, too, but has to come through the one door.
		to: { path: NODES, pathNot: [...decisions, ERRORS_DOOR], dependencyTypesNot: TYPES },
	},
	{
		name: 'scripts-are-imported-only-by-their-tests',
		from: { path: '^test/' },
		to: { path: '^scripts/', pathNot: '^scripts/checkService/' },
	},
];

/** Who imports whom. */
module.exports = {
	forbidden: rules.map((rule) => ({ severity: 'error', ...rule })),
	options: {
		// Imports of types, too.
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.test.json' },
		enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'require'] },
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '^test/sandbox/install/n8n' },
	},
};
