const { runtime: _shared, ...unit } = require('../../jest.config.js');

/** Only the tests that TESTS names: Stryker runs all that Jest finds for every mutant, whatever else it is told. */
module.exports = {
	...unit,
	rootDir: '../..',
	// Stryker puts its own in place of this one.
	testEnvironment: 'node',
	testMatch: (process.env.TESTS ?? 'test/unit/**/*.test.ts')
		.split(',')
		.map((pattern) => `<rootDir>/${pattern}`),
};
