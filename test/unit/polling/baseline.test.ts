import {
	limitIds,
	MAX_KNOWN,
	newOnes,
	raiseFloor,
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

		expect(ids(newOnes(baseline, [known, unknown, below]))).toEqual(['unknown']);
	});

	it('is new once, even if a page has it twice', () => {
		expect(ids(newOnes(NOTHING, [row('a', T), row('b', T), row('a', T)]))).toEqual(['a', 'b']);
	});
});

describe('what is returned', () => {
	it('is known from the floor up to a time, and always if it has no time of its own', () => {
		const returned = [row('above', T + 11), row('inside', T), row('below', T - 1), undated('u', 0)];

		const { known } = withKnown(NOTHING, returned, T + 10);

		expect(returned.map(({ key }) => known.has(key))).toEqual([false, true, false, true]);
		expect(known.times().map(([, atMs]) => atMs)).toEqual([T, LATEST_MS]);
	});

	it('changes nothing if it is elsewhere', () => {
		expect(withKnown(NOTHING, [row('below', T - 1)])).toBe(NOTHING);
	});
});

describe('the floor', () => {
	it('rises, and the IDs below are dropped', () => {
		const [at, below] = [row('at', T + 5), row('below', T + 4)];

		const raised = raiseFloor({ floorMs: T, known: knownOf([at, below]) }, T + 5);

		expect(raised.floorMs).toBe(T + 5);
		expect([at, below].map(({ key }) => raised.known.has(key))).toEqual([true, false]);
	});

	it('never sinks', () => {
		expect(raiseFloor(NOTHING, T - 1)).toEqual(NOTHING);
	});
});

describe('more known IDs than are kept', () => {
	it('are dropped, the oldest first, and the floor rises above them', () => {
		const known = manyKnown(MAX_KNOWN + 2, (n) => T + n);

		const limited = limitIds({ floorMs: T - 1, known }, T + 1e6);

		expect(limited.floorMs).toBe(T + 2);
		expect(limited.known.size).toBe(MAX_KNOWN);
	});

	it('are dropped with all of the same instant, which is no longer complete', () => {
		const known = manyKnown(MAX_KNOWN + 2, (n) => T + Math.floor(n / 2));

		const limited = limitIds({ floorMs: T - 1, known }, T + 1e6);

		expect(limited.floorMs).toBe(T + 1);
		expect(limited.known.size).toBe(MAX_KNOWN);
	});

	it('never raise the floor above the newest submission: what is later stays known', () => {
		const known = manyKnown(MAX_KNOWN + 2, () => T + 9);

		const limited = limitIds({ floorMs: T, known }, T + 5);

		expect(limited.floorMs).toBe(T + 6);
		expect(limited.known.size).toBe(MAX_KNOWN + 2);
	});

	it('without a time of their own are dropped, too, and raise no floor', () => {
		const undatedOnes = manyKnown(MAX_KNOWN + 1, () => LATEST_MS).times();
		const known = Known.of([...undatedOnes, ['dated_____', T]]);

		const limited = limitIds({ floorMs: T - 1, known }, T + 5);

		expect(limited.floorMs).toBe(T - 1);
		expect(limited.known.has('dated_____')).toBe(true);
		expect(limited.known.has('key17000__')).toBe(true);
		expect(limited.known.size).toBeLessThan(MAX_KNOWN);
	});

	it('are exactly as many as may be', () => {
		const baseline = { floorMs: T, known: manyKnown(MAX_KNOWN, (n) => T + n) };

		expect(limitIds(baseline, T + 1e6)).toBe(baseline);
	});
});
