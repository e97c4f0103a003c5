import fc from 'fast-check';

import {
	decodeKnown,
	encodeKnown,
	keyOf,
	keyOfId,
	knownAs,
	knownBetween,
	newestKnown,
	type KnownIds,
} from '../../../nodes/FormSubmissions/polling/knownIds';
import { known, manyKnown, row, T } from './builders';

const times = fc.oneof(
	fc.integer({ min: T, max: T + 5 }),
	fc.integer({ min: 0, max: T }),
	fc.integer({ min: -1_000, max: 0 }),
);

const knownIds: fc.Arbitrary<KnownIds> = fc
	.array(fc.tuple(fc.string(), times), { maxLength: 40 })
	.map((entries) => new Map(entries.map(([id, atMs]) => [keyOfId(id), atMs])));

describe('the key of a submission', () => {
	it('is derived from its ID alone', () => {
		expect(keyOf(row('sub_1', T))).toBe(keyOfId('sub_1'));
		expect(keyOf(row('sub_1', T + 1))).toBe(keyOfId('sub_1'));
	});

	it('is the same in every version; otherwise, stored submissions would be new again', () => {
		expect(keyOfId('sub_1')).toBe('E6B2_OfRdU');
	});

	it('is ten characters long for any ID and contains no comma', () => {
		fc.assert(fc.property(fc.string(), (id) => /^[\w-]{10}$/.test(keyOfId(id))));
	});
});

describe('an entry of the known IDs', () => {
	it("is a submission's key and its time", () => {
		expect(knownAs(row('sub_1', T))).toEqual([keyOfId('sub_1'), T]);
	});

	it('never expires if the submission has no time of its own', () => {
		const undated = knownAs({ ...row('sub_1', T), isDated: false });

		expect(knownBetween(new Map([undated]), 2 * T).size).toBe(1);
		expect(decodeKnown(encodeKnown(new Map([undated])))).toEqual(new Map([undated]));
	});
});

describe('the IDs known between two times', () => {
	it('include both times', () => {
		const all = known({ before: T - 1, first: T, last: T + 2, after: T + 3 });

		expect(knownBetween(all, T, T + 2)).toEqual(known({ first: T, last: T + 2 }));
	});

	it('are all from the first time on if there is no second', () => {
		const all = known({ before: T - 1, first: T, last: T * 2 });

		expect(knownBetween(all, T)).toEqual(known({ first: T, last: T * 2 }));
	});
});

describe('the newest known IDs', () => {
	it('are all of them if there are no more than requested', () => {
		const all = known({ a: T, b: T - 1 });

		expect(newestKnown(all, 2)).toEqual({ known: all, fromMs: -Infinity });
	});

	it('begin just above the first one dropped', () => {
		const all = known({ oldest: T, a: T + 5, b: T + 9 });

		expect(newestKnown(all, 2)).toEqual({ known: known({ a: T + 5, b: T + 9 }), fromMs: T + 1 });
	});

	it('never include only part of an instant', () => {
		const all = known({ a: T, b: T, newer: T + 1 });

		expect(newestKnown(all, 2)).toEqual({ known: known({ newer: T + 1 }), fromMs: T + 1 });
	});

	it('are none if there is no room', () => {
		expect(newestKnown(known({ a: T, b: T - 1 }), 0)).toEqual({ known: new Map(), fromMs: T + 1 });
	});

	it('are never more than requested, and complete from their time on', () => {
		fc.assert(
			fc.property(knownIds, fc.nat(20), (all, most) => {
				const { known: kept, fromMs } = newestKnown(all, most);

				expect(kept.size).toBeLessThanOrEqual(most);
				expect(kept).toEqual(knownBetween(all, fromMs));
			}),
		);
	});

	it('drop only the instant for which there is no room', () => {
		fc.assert(
			fc.property(knownIds, fc.nat(20), (all, most) => {
				const { fromMs } = newestKnown(all, most);

				if (fromMs > -Infinity) expect(knownBetween(all, fromMs - 1).size).toBeGreaterThan(most);
			}),
		);
	});
});

describe('the stored text of known IDs', () => {
	it('is read as written, whatever the order', () => {
		fc.assert(
			fc.property(knownIds, (all) => {
				expect(decodeKnown(encodeKnown(all))).toEqual(all);
			}),
		);
	});

	it('is the same in every version: a key and the milliseconds since the one before', () => {
		const all = new Map([
			['newer_____', 1_036],
			['oldest____', 1_000],
		]);

		expect(encodeKnown(all)).toBe('oldest____rs,newer_____10');
	});

	it('is read oldest first', () => {
		const all = known({ newer: T + 1, oldest: T });

		expect([...(decodeKnown(encodeKnown(all)) ?? [])]).toEqual([
			...known({ oldest: T, newer: T + 1 }),
		]);
	});

	it('is empty if nothing is known', () => {
		expect(encodeKnown(new Map())).toBe('');
		expect(decodeKnown('')).toEqual(new Map());
	});

	it('takes at most 13 bytes per ID at a thousand submissions a minute', () => {
		const all = manyKnown(10_000, (index) => T + index * 60);

		expect(encodeKnown(all).length).toBeLessThanOrEqual(13 * 10_000 + 10);
	});

	it.each<[string, unknown]>([
		['no text', 1],
		['nothing', undefined],
		['a list', []],
		['a key without a time', 'abcdefghij'],
		['a time that is not a number', 'abcdefghij!'],
		['cut short', 'abcdefghij1,abc'],
		['an empty entry', 'abcdefghij1,'],
	])('cannot be read if it is %s', (_what, stored) => {
		expect(decodeKnown(stored)).toBeUndefined();
	});
});
