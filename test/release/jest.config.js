const { reporters, transform } = require('../../jest.config.js');

/** What must be true before a release, and not before: `npm run release` and `publish.yml` run it. */
module.exports = {
	rootDir: '../..',
	testEnvironment: 'node',
	roots: ['<rootDir>/test/release'],
	testMatch: ['**/*.release.test.ts'],
	transform,
	reporters,
};
