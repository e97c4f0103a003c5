import fc from 'fast-check';

import { addKeys, Known, LATEST_MS } from '../../../nodes/FormSubmissions/polling/known';
import { decodeKnown, encodeKnown } from '../../../nodes/FormSubmissions/polling/storedForm';
import { randomCases } from '../../support/search';

/** Some of the keys come again. */
const key = fc.oneof(
	fc.nat(9).map((digit) => `repeated_${digit}`),
	fc.stringMatching(/^[\w-]{10}$/),
);
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

	it('are all there after 17,000 pages of one each', () => {
		const times = Array.from({ length: 17_000 }, (_, n): [string, number] => [`key${n}`, n]);

		// A copy for each page would take a minute.
		const known = times.reduce((before, time) => before.with([time]), Known.of([]));

		expect(known.times()).toEqual(times);
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

	it('take some 13 bytes each, in whatever order they were found', () => {
		const times = Array.from({ length: 1_000 }, (_, n): [string, number] => [
			`key${n}`.padEnd(10, '_'),
			1.77e12 + ((n * 619) % 1_000) * 86,
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
