import fc from 'fast-check';

import type { Arrival } from './step';

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

/** Arriving submissions; `inSeconds` says when. */
export function arrivals(inSeconds: fc.Arbitrary<number>): fc.Arbitrary<Arrival> {
	return fc.record({
		count,
		everyMs: fc.constantFrom(0, 0, 1, 100, 700),
		inSeconds,
		lateSeconds,
		disorderMs: fc.constantFrom(0, 0, 300, 2_000),
		formId: fc.constantFrom('frm_a', 'frm_a', 'frm_b'),
		status: fc.constantFrom('new', 'new', 'new', 'spam'),
		isTest: fc.constantFrom(false, false, true),
		createdAt: fc.oneof(
			{ weight: 30, arbitrary: fc.constant('readable') },
			{ weight: 1, arbitrary: fc.constantFrom('missing', 'unreadable') },
		),
	});
}
