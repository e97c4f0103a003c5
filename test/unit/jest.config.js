const unit = require('../../jest.config.js');

/** Tests whose snapshots Jest keeps by file, or whose hooks are registered by what they import. */
const ALONE = ['api/transport', 'polling/poll', 'storedNames'];

/** All unit tests, most of them as two files: if each loads n8n for itself, that takes half of the time. */
module.exports = {
	...unit,
	rootDir: '../..',
	testMatch: ['**/unit/*.together.ts', `**/unit/{${ALONE.join()}}/**/*.test.ts`],
	globals: { alone: ALONE },
};
