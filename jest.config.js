const transform = {
	// `npm run typecheck` checks the types, of all files at once.
	'^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.test.json', diagnostics: false }],
};

/** Loading n8n once for each test file would cost more than three times as much as all tests. */
const SHARED_N8N = {
	testEnvironment: '<rootDir>/test/unit/sharedN8n/environment.js',
	runtime: '<rootDir>/test/unit/sharedN8n/runtime.js',
};

/** While Jest watches, modules change, so each file loads them anew. */
const isWatching = process.argv.some((argument) => argument.startsWith('--watch'));

/** For all suites. */
const reporters = ['default'];
if (process.env.TEST_RESULTS) reporters.push('<rootDir>/test/support/resultsReporter.js');

/** Unit tests: on the emulator, in n8n's real contexts, without a running n8n. */
module.exports = {
	...(isWatching ? { testEnvironment: 'node' } : SHARED_N8N),
	roots: ['<rootDir>/test/unit'],
	testMatch: ['**/*.test.ts'],
	// What takes long is left to `npm run test:search`.
	testPathIgnorePatterns: ['\\.long\\.test\\.ts$'],
	setupFiles: ['<rootDir>/test/support/setup.ts'],
	setupFilesAfterEnv: ['<rootDir>/test/support/noNetwork.ts'],
	transform,
	// Jest looks these up through a proxy otherwise, which takes a quarter of the time of simulations.
	sandboxInjectedGlobals: 'Array Error JSON Map Math Number Object Promise Set String'.split(' '),
	reporters,
	maxWorkers: 2,
	// Nothing is left running then, but a worker that has loaded n8n takes a second or two to free its memory.
	workerGracefulExitTimeout: 30_000,
	// No test waits; a machine that is busy with other things may still take its time.
	testTimeout: 300_000,
};
