/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
/** Set by `test/search/jest.config.js`. */
declare const isSearch: boolean | undefined;

/**
 * How many random cases a property is checked with, for `fc.assert`: few in every run of the tests,
 * many in `npm run test:search`. They are the same each time. `CASES` and `SEED` in the environment
 * draw more or others, or repeat a failure.
 */
export function randomCases(few: number, many: number): { numRuns: number; seed: number } {
	const { CASES, SEED } = process.env;
	const usual = typeof isSearch === 'undefined' ? few : many;
	return { numRuns: Number(CASES ?? usual), seed: Number(SEED ?? 977_058_054) };
}
