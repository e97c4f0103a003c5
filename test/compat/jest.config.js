const { resolve } = require('node:path');

const e2e = require('../e2e/jest.config.js');

const versionIn = (folder) => require(`../sandbox/install/${folder}/package.json`).dependencies.n8n;

/** What is tested on each n8n of `test/sandbox/install/installations.ts`. */
const ON_EACH = [
	'**/test/e2e/{actionNode,credential,deliveries}.e2e.test.ts',
	'**/test/e2e/{examples,exampleFiles,examplesReceivers,examplesTeam}.e2e.test.ts',
	'**/test/compat/addresses.compat.test.ts',
];

const rootDir = resolve(__dirname, '../..');

const { maxWorkers, testTimeout, reporters, ...project } = {
	...e2e,
	rootDir,
	roots: ['<rootDir>/test/compat', '<rootDir>/test/e2e'],
};

/** Some of the end-to-end tests on every n8n, from the oldest to the newest, and what compares them. */
module.exports = {
	rootDir,
	maxWorkers,
	testTimeout,
	reporters,
	projects: [
		...['n8n-2.8', 'n8n'].map((folder) => ({
			...project,
			displayName: folder,
			globals: { n8nVersion: versionIn(folder) },
			testMatch: ON_EACH,
		})),
		{
			...project,
			displayName: 'all',
			testMatch: ['**/test/compat/{api,update}.compat.test.ts'],
		},
	],
};
