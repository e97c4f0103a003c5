/**
 * The unit tests that decide about a mutant: those of the pure modules. Tests of whole nodes cover
 * the same lines, but take seconds for each mutant and say little about the rule that it breaks.
 */
module.exports = {
	...require('./jest.config'),
	testMatch: [
		'<rootDir>/test/unit/actions/simplify.test.ts',
		'<rootDir>/test/unit/api/{budget,pages,retry}.test.ts',
		'<rootDir>/test/unit/trigger/{checkpoint,publicUrl,signature}.test.ts',
	],
};
