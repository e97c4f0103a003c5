const unit = require('../../jest.config.js');

/** The properties of the unit tests once more, with many more random cases, and what takes long. */
module.exports = {
	...unit,
	rootDir: '../..',
	testMatch: ['**/*.{fuzz,property}.test.ts', '**/promises/{cost,intervals}.test.ts'],
	globals: { isSearch: true },
	testTimeout: 1_200_000,
};
