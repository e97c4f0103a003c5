import fc from 'fast-check';

import { addKeys, Known, LATEST_MS } from '../../../nodes/FormSubmissions/polling/known';
import { decodeKnown, encodeKnown } from '../../../nodes/FormSubmissions/polling/storedForm';
import { randomCases } from '../../support/search';

const key = fc.stringMatching(/^[\w-]{10}$/);
const time = fc.oneof(fc.integer({ min: 0, max: 4e12 }), fc.constant(LATEST_MS));
const entries = fc.uniqueArray(fc.tuple(key, time), { selector: ([name]) => name, maxLength: 40 });

describe('known IDs', () => {
	it('never change: what is added to one version is not in an earlier one, in any order', () => {
		const additions = fc.array(fc.tuple(fc.nat(), entries), { maxLength: 8 });
		fc.assert(
			fc.property(entries, additions, (first, added) => {
				const versions = [{ known: Known.of(first), expected: new Map(first) }];
				for (const [from, more] of added) {
					const base = versions[from % versions.length];
					if (!base) continue;
					const expected = new Map([...more, ...base.expected]);
					versions.push({ known: base.known.with(more), expected });
				}
				for (const { known, expected } of versions) {
					expect(new Map(known.times())).toEqual(expected);
					expect(known.size).toBe(expected.size);
					for (const [, more] of added) {
						for (const [name] of more) expect(known.has(name)).toBe(expected.has(name));
					}
				}
			}),
			randomCases(200),
		);
	});

	it('within a range are those of its ends and between them, and those without a time', () => {
		const known = Known.of([
			['before____', 9],
			['first_____', 10],
			['last______', 20],
			['after_____', 21],
			['undated___', LATEST_MS],
		]);

		expect(
			known
				.within(10, 20)
				.times()
				.map(([name]) => name),
		).toEqual(['first_____', 'last______', 'undated___']);
	});

	it('can be limited to the earliest', () => {
		const known = Known.of([
			['late______', 30],
			['early_____', 10],
			['middle____', 20],
		]);

		expect(known.earliest(2).times()).toEqual([
			['early_____', 10],
			['middle____', 20],
		]);
		expect(known.earliest(3)).toBe(known);
	});

	it('are stored as text and read again, whatever their keys and times', () => {
		fc.assert(
			fc.property(entries, (times) => {
				const stored = encodeKnown(Known.of(times));

				expect(new Map(decodeKnown(stored)?.times())).toEqual(new Map(times));
			}),
			randomCases(200),
		);
	});

	it('take some 13 bytes each', () => {
		const times = Array.from({ length: 1_000 }, (_, n): [string, number] => [
			`key${n}`.padEnd(10, '_'),
			1.77e12 + n * 86,
		]);

		expect(encodeKnown(Known.of(times)).length / 1_000).toBeLessThan(14);
	});

	it.each([[undefined], [5], ['damaged'], ['aaaaaaaaaa1,']])('are not read from %j', (text) => {
		expect(decodeKnown(text)).toBeUndefined();
	});

	it('have keys that depend on the ID alone, of ten characters', () => {
		const keysOf = (atMs: number) =>
			addKeys(['sub_1', 'sub_2'].map((id) => ({ submission: { id }, atMs, isDated: true }))).map(
				(one) => one.key,
			);

		expect(keysOf(1)).toEqual(keysOf(2));
		expect(keysOf(1)).toEqual(['E6B2_OfRdU', expect.stringMatching(/^[\w-]{10}$/)]);
	});
});
