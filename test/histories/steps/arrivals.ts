import fc from 'fast-check';

/** What an arbitrary generates. */
export type ValueOf<Source> = Source extends fc.Arbitrary<infer Value> ? Value : never;

/** Times are multiples of 100 ms, so that many are equal. */
export const tenths = (min: number, max: number) =>
	fc.integer({ min: min * 10, max: max * 10 }).map((tenth) => tenth / 10);

const lateSeconds = fc.oneof(
	{ withCrossShrink: true },
	{ weight: 6, arbitrary: fc.constant(0) },
	{ weight: 4, arbitrary: tenths(0, 90) },
	{ weight: 4, arbitrary: tenths(90, 600) },
	{ weight: 1, arbitrary: fc.constant(600) },
	{ weight: 1, arbitrary: tenths(600, 1_300) },
	{ weight: 2, arbitrary: fc.constantFrom(-30, -3_600, -7_300) },
);

const count = fc.oneof(
	{ withCrossShrink: true },
	{ weight: 12, arbitrary: fc.integer({ min: 1, max: 9 }) },
	{ weight: 3, arbitrary: fc.integer({ min: 10, max: 130 }) },
	{ weight: 1, arbitrary: fc.constantFrom(250, 600) },
);

/** Submissions that arrive one after the other. */
export type Arrival = ValueOf<ReturnType<typeof arrivals>>;

/**
 * Arriving submissions. `inSeconds` is the time from now to the creation of the first; in the setup,
 * negative: before the first poll.
 */
export function arrivals(inSeconds: fc.Arbitrary<number>) {
	return fc.record({
		count,
		/** The time from one to the next; 0 means all at the same instant. */
		everyMs: fc.constantFrom<number>(0, 0, 1, 100, 700),
		inSeconds,
		/** The time from creation until lists contain it; negative: its `createdAt` is in the future. */
		lateSeconds,
		/** How far `createdAt` is off the list's order at most (milliseconds). */
		disorderMs: fc.constantFrom<number>(0, 0, 300, 2_000),
		formId: fc.constantFrom('frm_a', 'frm_a', 'frm_b'),
		status: fc.constantFrom('new', 'new', 'new', 'spam'),
		isTest: fc.constantFrom(false, false, true),
		createdAt: fc.oneof(
			{ weight: 30, arbitrary: fc.constant('readable') },
			{ weight: 1, arbitrary: fc.constantFrom('missing', 'unreadable') },
		),
	});
}
