import { Known, LATEST_MS } from '../../../nodes/FormSubmissions/polling/known';
import {
	floorBelow,
	gapBelow,
	lookForPlace,
	newestOn,
	newTop,
	readGapPage,
	readTopPage,
	type Gap,
	type Top,
} from '../../../nodes/FormSubmissions/polling/walk';
import { ids, knownOf, MINUTE, page, row, rows, SECOND, T, undated } from './rows';

const HOUR_AGO = T - 60 * MINUTE;
const NONE = Known.of([]);

/** Well below the floor: what follows can't be above it, even if the list is slightly out of order. */
const BELOW = HOUR_AGO - 5 * SECOND - 1;

function top(changes: Partial<Top> = {}): Top {
	return { ...newTop('full', HOUR_AGO), ...changes };
}

describe('the first page of a walk from the top', () => {
	it('sets the newest time, from which the floor follows: ten minutes and five seconds below', () => {
		const { top: after } = readTopPage(top(), NONE, page(rows('a', 3, T, 0)));

		expect(after.newestMs).toBe(T);
		expect(floorBelow(T)).toBe(T - 10 * MINUTE - 5 * SECOND);
	});

	it('begins with nothing read', () => {
		expect(newTop('quick', T)).toEqual({
			kind: 'quick',
			floorMs: T,
			lastTimesMs: [],
			knownInRow: 0,
			endsWithNew: false,
		});
	});

	it('takes the tenth for the newest, so that nine dated ahead decide nothing', () => {
		const ahead = rows('ahead', 9, T + 30 * SECOND, 0);

		expect(newestOn(page([...ahead, ...rows('a', 9, T)]))).toBe(T);
	});

	it("takes the service's clock if all of them are dated ahead", () => {
		expect(newestOn(page(rows('ahead', 10, T + 5 * MINUTE)))).toBe(T + MINUTE);
	});

	it("takes the service's clock if there is none", () => {
		expect(newestOn(page([]))).toBe(T + MINUTE);
	});

	it('is the first one that has submissions, and later ones change nothing', () => {
		const { top: empty } = readTopPage(top(), NONE, page([]));
		const { top: first } = readTopPage(empty, NONE, page(rows('a', 1, T)));
		const { top: second } = readTopPage(first, NONE, page(rows('b', 1, T - MINUTE)));

		expect([empty, first, second].map(({ newestMs }) => newestMs)).toEqual([undefined, T, T]);
	});
});

describe('a walk from the top', () => {
	it('returns what is new from its floor on, and continues at the next cursor', () => {
		const [known, fresh] = [row('known', T), row('fresh', T)];
		const below = row('below', HOUR_AGO - 1);

		const read = readTopPage(top(), knownOf([known]), page([known, fresh, below]));

		expect(ids(read.fresh)).toEqual(['fresh']);
		expect(read.top.cursor).toBe('next');
		expect(read.end).toBeUndefined();
	});

	it('is over at the end of the list', () => {
		const read = readTopPage(top(), NONE, page(rows('a', 1, T), { nextCursor: null }));

		expect(read.end).toBe('floor');
		expect(read.top.cursor).toBeUndefined();
	});

	it('is over with ten submissions in a row well below its floor, also on several pages', () => {
		const nine = readTopPage(top(), NONE, page(rows('a', 9, BELOW)));
		const ten = readTopPage(nine.top, NONE, page(rows('b', 1, BELOW - 10 * SECOND)));

		expect([nine.end, ten.end]).toEqual([undefined, 'floor']);
	});

	it('goes on if one of the last ten is five seconds below: the next one may be above', () => {
		const last = [row('near', HOUR_AGO - 5 * SECOND), ...rows('a', 9, BELOW)];

		expect(readTopPage(top(), NONE, page(last)).end).toBeUndefined();
	});

	it('ends at ten known submissions in a row if it is quick, also on several pages', () => {
		const known = rows('known', 10, T);
		const quick = top({ kind: 'quick' });
		const nine = readTopPage(quick, knownOf(known), page([row('new', T), ...known.slice(0, 9)]));
		const ten = readTopPage(nine.top, knownOf(known), page(known.slice(9)));

		expect([nine.end, ten.end]).toEqual([undefined, 'known']);
	});

	it('does not end there if it is full', () => {
		const known = rows('known', 10, T);

		expect(readTopPage(top(), knownOf(known), page(known)).end).toBeUndefined();
	});

	it('does not end there if a new one is among them, or some of them are dated ahead', () => {
		const known = rows('known', 10, T);
		const quick = top({ kind: 'quick' });
		const mixed = [...known.slice(0, 9), row('new', T), ...known.slice(9)];
		const ahead = rows('ahead', 1, T + MINUTE + 1);
		const now = [row('now', T + MINUTE), ...known.slice(1)];

		expect(readTopPage(quick, knownOf(now), page(now)).end).toBe('known');
		expect(readTopPage(quick, knownOf(known), page(mixed)).end).toBeUndefined();
		const read = readTopPage(
			quick,
			knownOf([...ahead, ...known]),
			page([...ahead, ...known.slice(1)]),
		);
		expect(read.end).toBeUndefined();
		expect(read.top.knownInRow).toBe(9);
	});

	it('notes whether the last submission it read was new; an empty page changes nothing', () => {
		const known = row('known', T);
		const mixed = [known, row('new', T), row('newer', T)];
		const endings = [mixed, [...mixed, known]].map(
			(one) => readTopPage(top(), knownOf([known]), page(one)).top,
		);

		expect(endings.map(({ endsWithNew }) => endsWithNew)).toEqual([true, false]);
		const [withNew] = endings;
		expect(withNew && readTopPage(withNew, NONE, page([])).top.endsWithNew).toBe(true);
	});
});

describe('what a walk from the top has not read', () => {
	const EVERYTHING = { floorMs: HOUR_AGO, known: NONE };

	const walked = top({
		cursor: 'here',
		lastTimesMs: rows('a', 10, T).map(({ atMs }) => atMs),
	});

	it('is a gap from the latest of the last ten down, and the top goes down to the earliest', () => {
		const gap = gapBelow(1, walked, EVERYTHING, T + MINUTE);

		expect(gap).toMatchObject({
			floorMs: HOUR_AGO,
			cursor: 'here',
			placeMs: T,
			edgeMs: T - 9 * SECOND,
			lastTimesMs: walked.lastTimesMs,
		});
	});

	it('knows the IDs from its floor up to five seconds above its place', () => {
		const near = [T + 5 * SECOND, T, HOUR_AGO].map((atMs) => row(`in${atMs}`, atMs));
		const far = [T + 5 * SECOND + 1, HOUR_AGO - 1].map((atMs) => row(`out${atMs}`, atMs));

		const { known } = gapBelow(
			1,
			walked,
			{ floorMs: HOUR_AGO, known: knownOf([...near, ...far]) },
			T + MINUTE,
		);

		expect(near.map(({ key }) => known.has(key))).toEqual([true, true, true]);
		expect(far.map(({ key }) => known.has(key))).toEqual([false, false]);
	});

	it('may be anywhere if fewer than ten were read', () => {
		const gap = gapBelow(1, top({ lastTimesMs: [T, T - SECOND] }), EVERYTHING, T + MINUTE);

		expect(gap).toMatchObject({ placeMs: LATEST_MS, edgeMs: T - SECOND });
	});

	it('leaves to the top what is yet to come, even if it stands among submissions dated ahead', () => {
		const ahead = top({ lastTimesMs: Array.from({ length: 10 }, () => T + 60 * MINUTE) });

		expect(gapBelow(1, ahead, EVERYTHING, T + MINUTE)).toMatchObject({
			edgeMs: T + MINUTE,
			isLooking: false,
		});
	});
});

/** It stands where the last ten submissions were at T. */
function gapAt(changes: Partial<Gap> = {}): Gap {
	const lastTimesMs = Array.from({ length: 10 }, () => T);
	const place = { placeMs: T, edgeMs: T, lastTimesMs, isLooking: false };
	return { id: 1, floorMs: HOUR_AGO, known: NONE, cursor: 'here', ...place, ...changes };
}

describe('a gap', () => {
	it('returns what is new down to its floor, and moves its place and its edge', () => {
		const known = row('known', T - SECOND);
		const list = [known, ...rows('a', 10, T - MINUTE), row('below', HOUR_AGO - 1)];

		const read = readGapPage(gapAt({ known: knownOf([known]) }), page(list));

		expect(ids(read.fresh)).toEqual(ids(rows('a', 10, T)));
		expect(read.isThrough).toBe(false);
		expect(read.gap).toMatchObject({
			cursor: 'next',
			placeMs: T - MINUTE - SECOND,
			edgeMs: HOUR_AGO - 1,
		});
	});

	it('is through at the end of the list, and with ten submissions well below its floor', () => {
		const last = readGapPage(gapAt(), page(rows('a', 1, T), { nextCursor: null }));
		const below = readGapPage(gapAt(), page(rows('a', 10, BELOW)));
		const near = row('near', HOUR_AGO - 5 * SECOND);
		const at = readGapPage(gapAt(), page([near, ...rows('a', 9, BELOW)]));

		expect([last, below, at].map(({ isThrough }) => isThrough)).toEqual([true, true, false]);
	});

	it('returns what is dated later than its place, as nobody else reads that far down', () => {
		const read = readGapPage(gapAt(), page([row('odd', T + MINUTE)]));

		expect(ids(read.fresh)).toEqual(['odd']);
		expect(read.gap.placeMs).toBe(T);
	});

	it('moves its edge with its cursor, even if a later submission follows an earlier one', () => {
		const first = readGapPage(gapAt(), page(rows('a', 10, T - MINUTE)));
		const second = readGapPage(
			first.gap,
			page([row('odd', T - MINUTE + SECOND), ...rows('b', 9, T - 2 * MINUTE)]),
		);

		expect(second.gap).toMatchObject({
			placeMs: T - MINUTE,
			edgeMs: T - 2 * MINUTE - 8 * SECOND,
		});
	});

	it('returns submissions without a time of their own', () => {
		expect(ids(readGapPage(gapAt(), page([undated('u', T)])).fresh)).toEqual(['u']);
	});
});

describe('a gap whose cursor no longer works', () => {
	const looking = lookForPlace(gapAt({ edgeMs: T - SECOND }));

	it('begins at the newest submission, with the same place', () => {
		expect(looking).toMatchObject({ placeMs: T, edgeMs: T - SECOND, lastTimesMs: [] });
		expect(looking.cursor).toBeUndefined();
	});

	it('passes over what lies more than five seconds above its place', () => {
		const above = [row('far', T + 5 * SECOND + 1), row('near', T + 5 * SECOND)];

		const read = readGapPage(looking, page([...above, ...rows('a', 5, T)]));

		expect(ids(read.fresh)).toEqual(['near', ...ids(rows('a', 5, T))]);
		expect(read.gap).toMatchObject({ placeMs: T, edgeMs: T - SECOND });
	});

	it('goes on looking on the next page, until the last ten are back at its place', () => {
		const first = readGapPage(looking, page(rows('above', 20, T + 60 * MINUTE)));
		const second = readGapPage(first.gap, page([row('far', T + MINUTE), ...rows('a', 9, T)]));
		const third = readGapPage(second.gap, page(rows('b', 1, T - 9 * SECOND)));
		const fourth = readGapPage(third.gap, page([row('odd', T + MINUTE)]));

		expect(first.fresh).toEqual([]);
		expect(ids(second.fresh)).toEqual(ids(rows('a', 9, T)));
		expect(second.gap.edgeMs).toBe(T - SECOND);
		expect(third.gap).toMatchObject({ placeMs: T, edgeMs: T - 9 * SECOND });
		expect(ids(fourth.fresh)).toEqual(['odd']);
	});
});

describe('the gap of a starting point', () => {
	const start = gapAt({ startedMs: T });

	it('leaves what is later than the start', () => {
		const read = readGapPage(start, page([row('since', T + 1), row('before', T)]));

		expect(ids(read.fresh)).toEqual(['before']);
	});

	it('records what has no time, wherever it is, unless it looks for its place', () => {
		const later = undated('u', T + 2 * MINUTE);

		expect(ids(readGapPage(start, page([later])).fresh)).toEqual(['u']);
		expect(readGapPage(lookForPlace(start), page([later])).fresh).toEqual([]);
	});

	it('keeps the top from everything that it has yet to record', () => {
		const read = readGapPage(start, page(rows('a', 10, T - MINUTE)));

		expect(read.gap.edgeMs).toBe(T - MINUTE + 10 * SECOND);
	});
});
