const { transform } = require('../../jest.config.js');

/** What npm would publish: the files in the tarball, and the package as n8n installs and loads it. */
module.exports = {
	rootDir: '../..',
	testEnvironment: 'node',
	roots: ['<rootDir>/test/package'],
	testMatch: ['**/*.test.ts'],
	testTimeout: 180_000,
	// The first file that needs the tarball builds it for all.
	maxWorkers: 1,
	transform,
};
