const unit = require('../../jest.config.js');

/** The properties of the unit tests once more, with many more random cases, and what takes long. */
module.exports = {
	...unit,
	rootDir: '../..',
	testPathIgnorePatterns: [],
	testMatch: [
		'**/*.{fuzz,long,property}.test.ts',
		'**/promises/refusedCursors.test.ts',
		'**/api/sharedLimit.test.ts',
	],
	globals: { isSearch: true },
	testTimeout: 1_200_000,
};
