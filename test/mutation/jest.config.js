/**
 * The unit tests that decide about a mutant: those of the pure modules. Tests of whole nodes cover
 * the same lines, but take seconds for each mutant and say little about the rule that it breaks.
 * `MUTATION_TESTS` names one folder or file of them, since each mutant loads every file.
 */
const TESTS = [
	'rows/*.test.ts',
	'api/{pages,receivedBetween,receivedBetween.property}.test.ts',
	'api/transport/{budget,headers,pollShare,rateLimitReset,response,retry,serviceClock}.test.ts',
	'api/urls/baseUrl.test.ts',
	'errors/{classification,nodeErrors,redaction,redaction.property}.test.ts',
	'polling/{attempts,checkpoint,storedCheckpoint,territory,walk}.test.ts',
	'state/*.test.ts',
	'webhook/{acceptedDeliveries,signature}.test.ts',
];

const { MUTATION_TESTS } = process.env;

module.exports = {
	...require('../../jest.config'),
	rootDir: '../..',
	testMatch: (MUTATION_TESTS ? [MUTATION_TESTS] : TESTS).map(
		(test) => `<rootDir>/test/unit/${test}`,
	),
};
