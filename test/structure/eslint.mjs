import ts from 'typescript-eslint';

import DECISIONS from './decisions.cjs';

/** The only files with casts: where TypeScript can't follow, as a comment there says. */
const CASTS = [
	'credentials/FormSubmissionsApi.credentials.ts',
	'nodes/FormSubmissions/fields/field.ts',
];

const inCode = (selector, message) => ({ selector, message });

const SENDS = inCode(
	'Identifier[name=/^(httpRequest|requestWith|requestOAuth)/]',
	'Only api/transport/send.ts sends requests.',
);
const READS_CLOCK = inCode(
	'NewExpression[callee.name="Date"][arguments.length=0], MemberExpression[object.name="Date"][property.name="now"]',
	'Time is an argument of a decision.',
);
const USES_CHANCE = inCode(
	'MemberExpression[object.name="Math"][property.name="random"]',
	'Chance is an argument of a decision.',
);
const MOCKS = inCode(
	'CallExpression[callee.object.name="jest"][callee.property.name=/^(do)?[mM]ock$/]',
	'Replace the network or the clock, not a module.',
);

/**
 * How much a reader has to take in at a time, and what no file may do. n8n's strict mode doesn't let us
 * add it to `eslint.config.mjs`.
 */
export default ts.config(
	{
		files: ['**/*.ts'],
		languageOptions: { parser: ts.parser },
		linterOptions: { noInlineConfig: true },
		plugins: { ts: ts.plugin },
	},
	{
		files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
		rules: {
			'max-lines': ['error', 250],
			'max-lines-per-function': ['error', 40],
			'max-params': ['error', 4],
			'no-restricted-syntax': ['error', SENDS],
			'ts/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
			'ts/no-explicit-any': 'error',
		},
	},
	{ files: CASTS, rules: { 'ts/consistent-type-assertions': 'off' } },
	{
		files: ['nodes/FormSubmissions/api/transport/send.ts'],
		rules: { 'no-restricted-syntax': 'off' },
	},
	{
		files: DECISIONS.map((file) => `nodes/FormSubmissions/${file}`),
		rules: { 'no-restricted-syntax': ['error', SENDS, READS_CLOCK, USES_CHANCE] },
	},
	{
		files: ['test/**/*.test.ts'],
		rules: { 'max-lines': ['error', 450], 'no-restricted-syntax': ['error', MOCKS] },
	},
);
