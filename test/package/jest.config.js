const { transform, workerGracefulExitTimeout } = require('../../jest.config.js');

/** Tests of what npm would publish: the tarball, and the package as installed in n8n. */
module.exports = {
	rootDir: '../..',
	testEnvironment: 'node',
	roots: ['<rootDir>/test/package'],
	testMatch: ['**/*.test.ts'],
	testTimeout: 600_000,
	maxWorkers: 2,
	workerGracefulExitTimeout,
	globalSetup: '<rootDir>/test/package/support/pack.ts',
	transform,
};
