const NODES = '^nodes/FormSubmissions/';

/** The package's folders, from top to bottom. Each imports only from folders in layers below its own. */
const LAYERS = [
	['[^/]+\\.ts$'],
	['actions/', 'methods/', 'trigger/sample', 'trigger/delivery/'],
	['trigger/listening/'],
	['trigger/destination/'],
	['trigger/parameters'],
	['watching/'],
	['parameters/'],
	['rows/', 'state/'],
	['api/'],
	['errors/'],
	['general/'],
].map((layer) => layer.map((folder) => NODES + folder));
LAYERS[0].push('^credentials/');

/** The parts of the project, and which others each imports from. */
const PARTS = {
	'(nodes|credentials)': [],
	// It judges the nodes, so it must not repeat their misreadings.
	'test/emulator': [],
	'test/sandbox': [],
	scripts: ['test/sandbox', 'test/emulator', 'nodes', 'credentials'],
};

const layers = LAYERS.flatMap((layer, index) =>
	layer.map((folder) => ({
		name: 'folders-import-one-way',
		from: { path: folder },
		to: { path: LAYERS.slice(0, index + 1).flat(), pathNot: folder },
	})),
);

const parts = Object.entries(PARTS).map(([part, others]) => ({
	name: 'parts-import-one-way',
	from: { path: `^${part}/` },
	to: {
		path: '^(nodes|credentials|scripts|test)/',
		pathNot: [part, ...others].map((other) => `^${other}/`),
	},
}));

const rules = [
	...layers,
	...parts,
	{ name: 'no-circles', from: {}, to: { circular: true } },
	{
		name: 'published-code-needs-only-n8n-and-crypto',
		from: { path: '^(nodes|credentials)/' },
		to: { pathNot: ['^(nodes|credentials)/', '^crypto$', '^node_modules/n8n-workflow/'] },
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
