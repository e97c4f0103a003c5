import importX from 'eslint-plugin-import-x';
import ts from 'typescript-eslint';

const NODES = 'nodes/FormSubmissions';

/** Rooms whose imports are sorted. */
const SORTED = [
	'actions',
	'api',
	'errors',
	'general',
	'methods',
	'parameters',
	'polling',
	'rows',
	'state',
	'testEvents',
];

/** How much a reader has to take in at a time, and where. n8n's strict mode doesn't let us add it to `eslint.config.mjs`. */
export default ts.config(
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		languageOptions: { parser: ts.parser },
		linterOptions: { noInlineConfig: true },
		plugins: { 'import-x': importX },
		rules: { 'max-lines-per-function': ['error', 50] },
	},
	{
		files: [
			'credentials/**/*.ts',
			`${NODES}/*.ts`,
			`${NODES}/{webhook,webhook/delivery,webhook/destination}/*.ts`,
			...SORTED.map((room) => `${NODES}/${room}/**/*.ts`),
		],
		rules: {
			'import-x/order': [
				'error',
				{
					groups: [
						['builtin', 'external'],
						['parent', 'sibling'],
					],
					'newlines-between': 'always',
					alphabetize: { order: 'asc', caseInsensitive: true },
				},
			],
		},
	},
);
