const { reporters, transform } = require('../../jest.config.js');

/** Tests of what npm would publish. */
module.exports = {
	rootDir: '../..',
	testEnvironment: 'node',
	roots: ['<rootDir>/test/package'],
	testMatch: ['**/*.test.ts'],
	testTimeout: 600_000,
	transform,
	reporters,
};
