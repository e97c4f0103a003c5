import fc from 'fast-check';

import {
	keyOf,
	LATEST_MS,
	MAX_KNOWN,
	withIdsOf,
	withinLimit,
} from '../../../nodes/FormSubmissions/polling/territory';
import { keyOfId, known, manyKnown, row, T, undated } from './builders';
import { randomCases } from '../../support/search';

describe('the key of a submission', () => {
	it('is derived from its ID alone', () => {
		expect(keyOf(undated('sub_1', T + 1))).toBe(keyOf(row('sub_1', T)));
	});

	it('is the same in every version; otherwise, stored submissions would be new again', () => {
		expect(keyOfId('sub_1')).toBe('E6B2_OfRdU');
	});

	it('is ten characters long for any ID and contains no comma', () => {
		fc.assert(
			fc.property(fc.string(), (id) => /^[\w-]{10}$/.test(keyOfId(id))),
			randomCases(100),
		);
	});
});

describe('a territory', () => {
	it('learns the IDs of submissions in it, each with its time, and of those without one', () => {
		const territory = { floorMs: T, known: known({ a: T }), more: 'kept' };
		const ofBelow = [row('below', T - 1), undated('undated', T - 1)];

		expect(withIdsOf(territory, [row('above', T + 1), row('at', T), ...ofBelow])).toEqual({
			...territory,
			known: known({ a: T, above: T + 1, at: T, undated: LATEST_MS }),
		});
	});
});

describe('a territory within its limit', () => {
	it('is the same', () => {
		const all = manyKnown(MAX_KNOWN, () => T);

		expect(withinLimit({ floorMs: 1, known: all }, T)).toEqual({ floorMs: 1, known: all });
	});

	it.each([
		['rises above what was dropped', 0, Infinity, T - MAX_KNOWN + 1],
		['does not fall', T, Infinity, T],
	])('if it is larger, has a floor that %s', (_what, floorMs, maxFloorMs, expected) => {
		const all = manyKnown(MAX_KNOWN + 1, (n) => T - n);
		const limited = withinLimit({ floorMs, known: all }, maxFloorMs);

		expect(limited.floorMs).toBe(expected);
		expect(limited.known).toEqual(manyKnown(MAX_KNOWN, (n) => T - n));
	});

	it('keeps the IDs of what is later than the newest, however many', () => {
		const all = manyKnown(MAX_KNOWN + 9, (n) => T - n);
		const limited = withinLimit({ floorMs: 0, known: all }, T - MAX_KNOWN - 4);

		expect(limited.floorMs).toBe(T - MAX_KNOWN - 3);
		expect(limited.known).toEqual(manyKnown(MAX_KNOWN + 4, (n) => T - n));
	});

	it('drops a whole instant if there is no room for all of it', () => {
		const all = manyKnown(MAX_KNOWN + 2, (n) => (n < 3 ? T - 1 : T));
		const limited = withinLimit({ floorMs: 0, known: all }, Infinity);

		expect(limited.floorMs).toBe(T);
		expect(limited.known.size).toBe(MAX_KNOWN - 1);
	});

	it('rises above an instant that alone has too many, or all of it would be new in every poll', () => {
		const all = manyKnown(MAX_KNOWN + 1, () => T);

		expect(withinLimit({ floorMs: 0, known: all }, T).floorMs).toBe(T + 1);
	});
});
