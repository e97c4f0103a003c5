export default {
	testRunner: 'jest',
	jest: { configFile: 'test/mutation/jest.config.js', enableFindRelatedTests: false },
	coverageAnalysis: 'perTest',
	concurrency: 2,
	timeoutMS: 60_000,
	ignorePatterns: ['dist', 'docs', '.sandbox', 'test/sandbox/install/**/node_modules', 'reports'],
	plugins: ['@stryker-mutator/jest-runner'],
	reporters: ['clear-text', 'progress-append-only'],
	clearTextReporter: { logTests: false, allowColor: false },
	tempDirName: '.stryker-tmp',
};
