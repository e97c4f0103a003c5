/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
/** Set by `test/search/jest.config.js`. */
declare const isSearch: boolean | undefined;

/** How much to try: little in `npm test`, much in `npm run test:search`. */
export function inSearch<T>(little: T, much: T): T {
	return typeof isSearch === 'undefined' ? little : much;
}

/**
 * How many random cases a property is checked with, for `fc.assert`. They are the same in each run.
 * `CASES` and `SEED` in the environment set more or different ones, or repeat a failure.
 */
export function randomCases(few: number, many = few): { numRuns: number; seed: number } {
	const { CASES, SEED } = process.env;
	return { numRuns: Number(CASES ?? inSearch(few, many)), seed: Number(SEED ?? 977_058_054) };
}
