const { reporters, transform } = require('../../jest.config.js');

/** End-to-end tests: the packed package in a real n8n, the emulator on a port. */
module.exports = {
	rootDir: '../..',
	testEnvironment: 'node',
	roots: ['<rootDir>/test/e2e'],
	testMatch: ['**/*.e2e.test.ts'],
	// Only what never happens takes this long, however busy the machine is.
	testTimeout: 900_000,
	maxWorkers: 3,
	globalSetup: require.resolve('../package/support/pack.ts'),
	transform,
	reporters,
};
