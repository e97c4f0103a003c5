const { reporters, transform } = require('../../jest.config.js');

/** Tests of the packed package in an n8n with several processes, on Redis and PostgreSQL. */
module.exports = {
	rootDir: '../..',
	testEnvironment: 'node',
	roots: ['<rootDir>/test/queue'],
	testMatch: ['**/*.queue.test.ts'],
	testTimeout: 900_000,
	maxWorkers: 1,
	transform,
	reporters,
};
