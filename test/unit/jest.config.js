const unit = require('../../jest.config.js');

/** Tests whose snapshots Jest keeps by file. */
const ALONE = ['storedNames'];

/** All unit tests, most of them as one file in one process: what loads n8n for itself costs seconds more. */
module.exports = {
	...unit,
	rootDir: '../..',
	testMatch: [...unit.testMatch, '**/unit/all.together.ts'],
	filter: require.resolve('./runOnce.js'),
	globals: { alone: ALONE },
	maxWorkers: 1,
};
