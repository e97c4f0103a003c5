import ts from 'typescript-eslint';

/** How much a reader has to take in at a time. n8n's strict mode doesn't let us add it to `eslint.config.mjs`. */
export default ts.config({
	files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	languageOptions: { parser: ts.parser },
	linterOptions: { noInlineConfig: true },
	rules: {
		'max-lines-per-function': ['error', 50],
	},
});
