const unit = require('../../jest.config.js');

/** Tests whose snapshots Jest keeps by file. */
const ALONE = ['storedNames'];

/** All unit tests, most of them as two files: where each loads n8n for itself, that takes half of the time. */
module.exports = {
	...unit,
	rootDir: '../..',
	testMatch: ['**/unit/*.together.ts', ...ALONE.map((folder) => `**/unit/${folder}/*.test.ts`)],
	globals: { alone: ALONE },
};
