const { default: Runtime } = require('jest-runtime');

/** Of this process. */
let shared;

/** Jest's own, but a process loads n8n's modules, and the nodes, once for all test files: that takes seconds. */
module.exports = class SharedRuntime extends Runtime {
	constructor(...args) {
		if (shared) {
			// What runs and judges the tests is new in each file.
			shared.registries.internalModuleRegistry.clear();
			// Files may be loaded again.
			shared.enterTestCode();
			return shared;
		}
		super(...args);
		shared = this;
	}

	/** A path alone is a file that Jest itself wants to run: a test file, or its set-up. */
	requireModule(path, ...more) {
		if (more.length === 0) this.registries.moduleRegistry.delete(path);
		return super.requireModule(path, ...more);
	}

	/** The next file goes on with it. */
	teardown() {}
};
