const { reporters, transform } = require('../../jest.config.js');

/** Tests of the editor in a browser: the packed package in a real n8n, the emulator on a port. */
module.exports = {
	rootDir: '../..',
	testEnvironment: 'node',
	roots: ['<rootDir>/test/ui'],
	testMatch: ['**/*.ui.test.ts'],
	testTimeout: 600_000,
	maxWorkers: 2,
	globalSetup: '<rootDir>/test/package/support/pack.ts',
	transform,
	reporters,
};
