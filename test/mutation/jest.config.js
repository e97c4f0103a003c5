/** The tests of one module, which `run.mjs` names: each mutant loads every file. */
module.exports = {
	...require('../../jest.config'),
	rootDir: '../..',
	testMatch: process.env.MUTATION_TESTS.split(',').map((test) => `<rootDir>/${test}`),
};
