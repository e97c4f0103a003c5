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
	it('is made of its ID alone', () => {
		expect(keyOf(row('sub_1', T))).toBe(keyOfId('sub_1'));
		expect(keyOf(row('sub_1', T + 1))).toBe(keyOfId('sub_1'));
	});

	it('is the same in every version, or what was stored would be new again', () => {
		expect(keyOfId('sub_1')).toBe('E6B2_OfRdU');
	});

	it('is ten characters of any ID, none of them a comma', () => {
		fc.assert(fc.property(fc.string(), (id) => /^[\w-]{10}$/.test(keyOfId(id))));
	});
});

describe('what counts as known', () => {
	it('is a submission by its key, with its time', () => {
		expect(knownAs(row('sub_1', T))).toEqual([keyOfId('sub_1'), T]);
	});

	it('is one without a time of its own for ever', () => {
		const undated = knownAs({ ...row('sub_1', T), isDated: false });

		expect(knownBetween(new Map([undated]), 2 * T).size).toBe(1);
		expect(decodeKnown(encodeKnown(new Map([undated])))).toEqual(new Map([undated]));
	});
});

describe('what is known between two times', () => {
	it('includes both', () => {
		const all = known({ before: T - 1, first: T, last: T + 2, after: T + 3 });

		expect(knownBetween(all, T, T + 2)).toEqual(known({ first: T, last: T + 2 }));
	});

	it('is all from the first on where there is no second', () => {
		const all = known({ before: T - 1, first: T, last: T * 2 });

		expect(knownBetween(all, T)).toEqual(known({ first: T, last: T * 2 }));
	});
});

describe('the newest known', () => {
	it('are all of them where there are no more than that', () => {
		const all = known({ a: T, b: T - 1 });

		expect(newestKnown(all, 2)).toEqual({ known: all, fromMs: -Infinity });
	});

	it('begin just above the first one dropped', () => {
		const all = known({ oldest: T, a: T + 5, b: T + 9 });

		expect(newestKnown(all, 2)).toEqual({ known: known({ a: T + 5, b: T + 9 }), fromMs: T + 1 });
	});

	it('leave out an instant as a whole', () => {
		const all = known({ a: T, b: T, newer: T + 1 });

		expect(newestKnown(all, 2)).toEqual({ known: known({ newer: T + 1 }), fromMs: T + 1 });
	});

	it('are none where there is no room', () => {
		expect(newestKnown(known({ a: T, b: T - 1 }), 0)).toEqual({ known: new Map(), fromMs: T + 1 });
	});

	it('are never more than asked for, and all that there are from their time on', () => {
		fc.assert(
			fc.property(knownIds, fc.nat(20), (all, most) => {
				const { known: kept, fromMs } = newestKnown(all, most);

				expect(kept.size).toBeLessThanOrEqual(most);
				expect(kept).toEqual(knownBetween(all, fromMs));
			}),
		);
	});

	it('drop no more than the instant at which there is no room needs', () => {
		fc.assert(
			fc.property(knownIds, fc.nat(20), (all, most) => {
				const { fromMs } = newestKnown(all, most);

				if (fromMs > -Infinity) expect(knownBetween(all, fromMs - 1).size).toBeGreaterThan(most);
			}),
		);
	});
});

describe('the stored text of what is known', () => {
	it('is read as it was written, whatever the order', () => {
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

	it('is empty where nothing is known', () => {
		expect(encodeKnown(new Map())).toBe('');
		expect(decodeKnown('')).toEqual(new Map());
	});

	it('takes at most 13 bytes each at a thousand submissions a minute', () => {
		const all = manyKnown(10_000, (index) => T + index * 60);

		expect(encodeKnown(all).length).toBeLessThanOrEqual(13 * 10_000 + 10);
	});

	it.each<[string, unknown]>([
		['no text', 1],
		['nothing', undefined],
		['a list', []],
		['a key without a time', 'abcdefghij'],
		['a time that is none', 'abcdefghij!'],
		['cut short', 'abcdefghij1,abc'],
		['an entry of nothing', 'abcdefghij1,'],
	])('can not be read where it is %s', (_what, stored) => {
		expect(decodeKnown(stored)).toBeUndefined();
	});
});
