const unit = require('../../jest.config.js');

/** The unit tests' properties again, with many more random cases, and tests that take long. */
module.exports = {
	...unit,
	rootDir: '../..',
	testPathIgnorePatterns: [],
	testMatch: ['**/*.{fuzz,long,property}.test.ts', '**/{api/sharedLimit,rows/*}.test.ts'],
	globals: { isSearch: true },
	testTimeout: 1_200_000,
};
