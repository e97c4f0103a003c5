const { TestEnvironment } = require('jest-environment-node');

/** Of this process. */
let shared;

/** Jest's own, but all test files of a process share its globals: n8n's modules, loaded once, belong to them. */
module.exports = class SharedEnvironment extends TestEnvironment {
	constructor(...args) {
		if (shared) {
			// Those of the file before wouldn't notice a promise that is rejected in this one.
			delete shared.global[Symbol.for('EVENT_HANDLERS')];
			return shared;
		}
		super(...args);
		shared = this;
	}

	/** The next file goes on with it. */
	async teardown() {}
};
