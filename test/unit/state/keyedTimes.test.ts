import fc from 'fast-check';

import { decodeTimes, encodeTimes } from '../../../nodes/FormSubmissions/state/pollState';
import { randomCases } from '../../support/search';

const T = Date.UTC(2026, 0, 31, 9);

const times = fc.oneof(
	fc.integer({ min: T, max: T + 5 }),
	fc.integer({ min: 0, max: T }),
	fc.integer({ min: -1_000, max: 0 }),
	fc.constant(8.64e15),
);

const key = fc.string({
	unit: fc.constantFrom(...'abcXYZ019-_'),
	minLength: 10,
	maxLength: 10,
});

const keyed = fc.array(fc.tuple(key, times), { maxLength: 40 }).map((entries) => new Map(entries));

describe('the stored text of times', () => {
	it('is read as written, whatever the order', () => {
		fc.assert(
			fc.property(keyed, (all) => {
				expect(decodeTimes(encodeTimes(all))).toEqual(all);
			}),
			randomCases(100),
		);
	});

	it('is the same in every version: a key and the milliseconds since the one before', () => {
		const all = new Map([
			['newer_____', 1_036],
			['oldest____', 1_000],
		]);

		expect(encodeTimes(all)).toBe('oldest____rs,newer_____10');
	});

	it('is read earliest first', () => {
		const text = encodeTimes(
			new Map([
				['newer_____', T + 1],
				['oldest____', T],
			]),
		);

		expect([...(decodeTimes(text) ?? [])]).toEqual([
			['oldest____', T],
			['newer_____', T + 1],
		]);
	});

	it('is empty if there is none', () => {
		expect(encodeTimes(new Map())).toBe('');
		expect(decodeTimes('')).toEqual(new Map());
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
		expect(decodeTimes(stored)).toBeUndefined();
	});
});
