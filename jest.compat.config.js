const e2e = require('./jest.e2e.config.js');

/** The end-to-end story on every n8n of `sandbox/installations.ts`, from the oldest to the newest. */
module.exports = {
	...e2e,
	roots: ['<rootDir>/test/compat'],
	testMatch: ['**/*.compat.test.ts'],
};
