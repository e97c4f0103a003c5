const unit = require('../../jest.config.js');

/** The properties of the unit tests once more, with many more random cases. */
module.exports = {
	...unit,
	rootDir: '../..',
	testMatch: ['**/*.{fuzz,property}.test.ts'],
	globals: { isSearch: true },
	testTimeout: 1_200_000,
};
