import {
	limitIds,
	MAX_KNOWN,
	findNew,
	withKnown,
} from '../../../nodes/FormSubmissions/polling/baseline';
import { Known, LATEST_MS } from '../../../nodes/FormSubmissions/polling/known';
import { ids, knownOf, row, T, undated } from './rows';

const NOTHING = { floorMs: T, known: Known.of([]) };

function manyKnown(count: number, atMs: (index: number) => number): Known {
	return Known.of(
		Array.from({ length: count }, (_, n): [string, number] => [`key${n}`.padEnd(10, '_'), atMs(n)]),
	);
}

describe('a submission', () => {
	it('is new from the floor on, unless it is known', () => {
		const [known, unknown, below] = [row('known', T), row('unknown', T), row('below', T - 1)];
		const baseline = { floorMs: T, known: knownOf([known]) };

		expect(ids(findNew(baseline, [known, unknown, below]))).toEqual(['unknown']);
	});

	it('is new once, even if a page has it twice', () => {
		expect(ids(findNew(NOTHING, [row('a', T), row('b', T), row('a', T)]))).toEqual(['a', 'b']);
	});

	it('is new even if the page also has it with a time below the floor', () => {
		expect(ids(findNew(NOTHING, [row('a', T - 1), row('a', T)]))).toEqual(['a']);
	});
});

describe('what is returned', () => {
	it('is known with its time, or with the latest time if it has none of its own', () => {
		const { floorMs, known } = withKnown(NOTHING, [row('a', T), undated('u', T)]);

		expect(floorMs).toBe(T);
		expect(known.times().map(([, atMs]) => atMs)).toEqual([T, LATEST_MS]);
	});
});

describe('known IDs below the floor', () => {
	const range = { fromMs: T - 9, toMs: T - 5 };

	it('are kept in the ranges, both ends included', () => {
		const ofTimes = (...times: number[]) => times.map((atMs) => row(`${atMs - T}`, atMs));
		const kept = ofTimes(T, T - 5, T - 9, T - 20);
		const dropped = ofTimes(T - 1, T - 4, T - 10);

		const limited = limitIds({ floorMs: T, known: knownOf([...kept, ...dropped]) }, T, [
			range,
			{ fromMs: T - 20, toMs: T - 20 },
		]);

		expect(kept.map(({ key }) => limited.known.has(key))).toEqual(kept.map(() => true));
		expect(limited).toMatchObject({ floorMs: T, known: { size: kept.length } });
	});

	it('are as many as those above at most: of more, the latest go', () => {
		const few = [row('above', T), row('latest', T - 5)];
		const many = manyKnown(MAX_KNOWN, () => T - 6);
		const known = knownOf(few).with(many.times());

		const limited = limitIds({ floorMs: T, known }, T, [range]);

		expect(few.map(({ key }) => limited.known.has(key))).toEqual([true, false]);
		expect(limited.known.size).toBe(1 + MAX_KNOWN);
	});
});

describe('more known IDs than are kept', () => {
	it('are dropped, the oldest first, and the floor rises above them', () => {
		const known = manyKnown(MAX_KNOWN + 2, (n) => T + n);

		const limited = limitIds({ floorMs: T - 1, known }, T + 1e6, []);

		expect(limited.floorMs).toBe(T + 2);
		expect(limited.known.size).toBe(MAX_KNOWN);
	});

	it('are dropped with all of the same instant, which is no longer complete', () => {
		const known = manyKnown(MAX_KNOWN + 2, (n) => T + Math.floor(n / 2));

		const limited = limitIds({ floorMs: T - 1, known }, T + 1e6, []);

		expect(limited.floorMs).toBe(T + 1);
		expect(limited.known.size).toBe(MAX_KNOWN);
	});

	it('never raise the floor above the newest submission: what is later stays known', () => {
		const known = manyKnown(MAX_KNOWN + 2, () => T + 9);

		const limited = limitIds({ floorMs: T, known }, T + 5, []);

		expect(limited.floorMs).toBe(T + 6);
		expect(limited.known.size).toBe(MAX_KNOWN + 2);
	});

	it('without a time of their own are dropped, too, and raise no floor: the last thousand stay', () => {
		const undatedOnes = manyKnown(MAX_KNOWN + 1, () => LATEST_MS).times();
		const dated = manyKnown(MAX_KNOWN, (n) => T + n)
			.times()
			.map(([key, atMs]) => [`d${key}`, atMs] as const);
		const limit = (datedOnes: typeof dated) =>
			limitIds({ floorMs: T, known: Known.of([...undatedOnes, ...datedOnes]) }, T + 5, []);

		const [few, many] = [limit(dated.slice(0, 1)), limit(dated)];

		expect([few, many].map(({ floorMs }) => floorMs)).toEqual([T, T]);
		expect([few, many].map(({ known }) => known.size)).toEqual([MAX_KNOWN, MAX_KNOWN + 1_000]);
		expect(['key1_____', 'key2'].map((key) => few.known.has(key.padEnd(10, '_')))).toEqual([
			false,
			true,
		]);
		expect(many.known.has('key17000__')).toBe(true);
	});

	it('are exactly as many as may be', () => {
		const baseline = { floorMs: T, known: manyKnown(MAX_KNOWN, (n) => T + n) };

		expect(limitIds(baseline, T + 1e6, [])).toMatchObject({
			floorMs: T,
			known: { size: MAX_KNOWN },
		});
	});
});
