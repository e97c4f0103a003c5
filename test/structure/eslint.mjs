import importX from 'eslint-plugin-import-x';
import ts from 'typescript-eslint';

/** How much a reader has to take in at a time, and in which order imports stand. n8n's strict mode doesn't let us add it to `eslint.config.mjs`. */
export default ts.config({
	files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	languageOptions: { parser: ts.parser },
	linterOptions: { noInlineConfig: true },
	plugins: { 'import-x': importX },
	rules: {
		'max-lines-per-function': ['error', 50],
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
});
