/**
 * The unit tests that decide about a mutant: those of the pure modules. Tests of whole nodes cover
 * the same lines, but take seconds for each mutant and say little about the rule that it breaks.
 */
module.exports = {
	...require('../../jest.config'),
	rootDir: '../..',
	testMatch: [
		'<rootDir>/test/unit/rows/submissionRow.test.ts',
		'<rootDir>/test/unit/api/pages.test.ts',
		'<rootDir>/test/unit/api/transport/{budget,retry}.test.ts',
		'<rootDir>/test/unit/polling/{advance,collect,knownIds,raiseFloor,storedCheckpoint,firstVersion,walk}.test.ts',
		'<rootDir>/test/unit/state/*.test.ts',
		'<rootDir>/test/unit/webhook/{publicUrl,signature}.test.ts',
	],
};
