const e2e = require('../e2e/jest.config.js');

/** The end-to-end story on every n8n of `sandbox/install/installations.ts`, from the oldest to the newest. */
module.exports = {
	...e2e,
	roots: ['<rootDir>/test/compat'],
	testMatch: ['**/*.compat.test.ts'],
};
