import type { Baseline } from '../../../nodes/FormSubmissions/polling/baseline';
import {
	Known,
	LATEST_MS,
	type KeyedSubmission,
} from '../../../nodes/FormSubmissions/polling/known';
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
	type WalkedPage,
} from '../../../nodes/FormSubmissions/polling/walk';
import { ids, knownOf, MINUTE, page, row, rows, SECOND, T, undated } from './rows';

const HOUR_AGO = T - 60 * MINUTE;
const NONE = Known.of([]);

/** A baseline with the floor that walks have here. */
function above(known: Known): Baseline {
	return { floorMs: HOUR_AGO, known };
}

/** Well below the floor: what follows can't be above it, even if the list is slightly out of order. */
const BELOW = HOUR_AGO - 5 * SECOND - 1;

function top(changes: Partial<Top> = {}): Top {
	return { ...newTop('full', HOUR_AGO, T), ...changes };
}

describe('the first page of a walk from the top', () => {
	it('sets the newest time, from which the floor follows: ten minutes and five seconds below', () => {
		const { top: after } = readTopPage(top(), above(NONE), page(rows('a', 3, T, 0)));

		expect(after.first).toEqual({ requestedMs: T + MINUTE, newestMs: T });
		expect(floorBelow(T)).toBe(T - 10 * MINUTE - 5 * SECOND);
	});

	it('begins with nothing read', () => {
		expect(newTop('quick', HOUR_AGO, T)).toEqual({
			kind: 'quick',
			downToMs: HOUR_AGO,
			lastTopMs: T,
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
		const { top: empty } = readTopPage(top(), above(NONE), page([]));
		const { top: first } = readTopPage(empty, above(NONE), page(rows('a', 1, T)));
		const { top: second } = readTopPage(first, above(NONE), page(rows('b', 1, T - MINUTE)));

		expect([empty, first, second].map((one) => one.first?.newestMs)).toEqual([undefined, T, T]);
	});
});

describe('a walk from the top', () => {
	it('returns what is new from its floor on, and continues at the next cursor', () => {
		const [known, fresh] = [row('known', T), row('fresh', T)];
		const below = row('below', HOUR_AGO - 1);

		const read = readTopPage(top(), above(knownOf([known])), page([known, fresh, below]));

		expect(ids(read.fresh)).toEqual(['fresh']);
		expect(read.top.cursor).toBe('next');
		expect(read.end).toBeUndefined();
	});

	it('is over at the end of the list', () => {
		const read = readTopPage(top(), above(NONE), page(rows('a', 1, T), { nextCursor: null }));

		expect(read.end).toBe('through');
		expect(read.top.cursor).toBeUndefined();
	});

	it('is over with thirty submissions in a row well below its floor, also on several pages', () => {
		const most = readTopPage(top(), above(NONE), page(rows('a', 29, BELOW)));
		const all = readTopPage(most.top, above(NONE), page(rows('b', 1, BELOW - 30 * SECOND)));

		expect([most.end, all.end]).toEqual([undefined, 'through']);
	});

	it('goes on if one of the last thirty is five seconds below: the next one may be above', () => {
		const last = [row('near', HOUR_AGO - 5 * SECOND), ...rows('a', 29, BELOW)];

		expect(readTopPage(top(), above(NONE), page(last)).end).toBeUndefined();
	});

	it('goes on if those below its floor follow a new one: more new ones may be below them', () => {
		const read = (submissions: KeyedSubmission[]) =>
			readTopPage(top(), above(knownOf([row('known', T)])), page(submissions)).end;
		const old = rows('old', 30, BELOW);
		const atFloor = row('at floor', HOUR_AGO + 5 * SECOND);
		const justAbove = row('just above', HOUR_AGO + 5 * SECOND - 1);

		expect(read([row('known', T), row('new', T), ...old])).toBeUndefined();
		expect(read([atFloor, ...old])).toBeUndefined();
		expect(read([row('new', T), row('known', T), ...old])).toBe('through');
		expect(read([justAbove, ...old])).toBe('through');
		expect(read(old)).toBe('through');
	});

	it('ends at ten known submissions in a row if it is quick, also on several pages', () => {
		const known = rows('known', 10, T);
		const quick = top({ kind: 'quick' });
		const nine = readTopPage(
			quick,
			above(knownOf(known)),
			page([row('new', T), ...known.slice(0, 9)]),
		);
		const ten = readTopPage(nine.top, above(knownOf(known)), page(known.slice(9)));

		expect([nine.end, ten.end]).toEqual([undefined, 'known']);
	});

	it('does not count what is neither known nor new', () => {
		const known = rows('known', 9, T);
		const old = rows('old', 20, BELOW);
		const quick = top({ kind: 'quick' });

		const read = readTopPage(quick, above(knownOf(known)), page([...known, ...old]));

		expect(read.top.knownInRow).toBe(9);
		expect(read.end).toBeUndefined();
	});

	it('does not end there if it is full', () => {
		const known = rows('known', 10, T);

		expect(readTopPage(top(), above(knownOf(known)), page(known)).end).toBeUndefined();
	});

	it('does not end there if a new one is among them', () => {
		const known = rows('known', 10, T);
		const mixed = [...known.slice(0, 9), row('new', T), ...known.slice(9)];

		const read = readTopPage(top({ kind: 'quick' }), above(knownOf(known)), page(mixed));

		expect(read.end).toBeUndefined();
	});

	it('does not end there if one was dated ahead when the walk before began', () => {
		const ahead = row('ahead', T + 1);
		const known = rows('known', 10, T);
		const all = knownOf([ahead, ...known]);
		const quick = top({ kind: 'quick' });

		const nine = readTopPage(quick, above(all), page([ahead, ...known.slice(0, 9)]));
		const ten = readTopPage(quick, above(all), page([ahead, ...known]));

		expect([nine.end, ten.end]).toEqual([undefined, 'known']);
		expect(nine.top.knownInRow).toBe(9);
	});

	it('notes whether the last submission it read was new; an empty page changes nothing', () => {
		const known = row('known', T);
		const mixed = [known, row('new', T), row('newer', T)];
		const endings = [mixed, [...mixed, known]].map(
			(one) => readTopPage(top(), above(knownOf([known])), page(one)).top,
		);

		expect(endings.map(({ endsWithNew }) => endsWithNew)).toEqual([true, false]);
		const [withNew] = endings;
		expect(withNew && readTopPage(withNew, above(NONE), page([])).top.endsWithNew).toBe(true);
	});
});

describe('what a walk from the top has not read', () => {
	const walked = top({
		cursor: 'here',
		lastTimesMs: rows('a', 30, T).map(({ atMs }) => atMs),
	});

	it('is a gap from the latest of the last thirty down, and the top goes down to the earliest', () => {
		const gap = gapBelow(T + MINUTE, walked, HOUR_AGO);

		expect(gap).toMatchObject({
			floorMs: HOUR_AGO,
			cursor: 'here',
			placeMs: T,
			edgeMs: T - 29 * SECOND,
			lastTimesMs: walked.lastTimesMs,
		});
	});

	it('may be anywhere if fewer than thirty were read', () => {
		const gap = gapBelow(T + MINUTE, top({ lastTimesMs: [T, T - SECOND] }), HOUR_AGO);

		expect(gap).toMatchObject({ placeMs: LATEST_MS, edgeMs: T - SECOND });
	});

	it('leaves to the top what came since it began, even if it stands among submissions dated ahead', () => {
		const ahead = top({ lastTimesMs: Array.from({ length: 30 }, () => T + 60 * MINUTE) });

		expect(gapBelow(T + MINUTE, ahead, HOUR_AGO)).toMatchObject({
			edgeMs: T + MINUTE,
			isLooking: false,
		});
	});
});

/** It stands where the last thirty submissions were at T. */
function gapAt(changes: Partial<Gap> = {}): Gap {
	const lastTimesMs = Array.from({ length: 30 }, () => T);
	const place = { placeMs: T, edgeMs: T, lastTimesMs, isLooking: false, isStart: false };
	return { beganMs: T + MINUTE, floorMs: HOUR_AGO, cursor: 'here', ...place, ...changes };
}

/** Reads one more page of a gap under which there is no other. */
function readOn(gap: Gap, known: Known, read: WalkedPage) {
	return readGapPage(gap, known, read, gap.floorMs);
}

describe('a gap', () => {
	it('returns what is new down to its floor, and moves its place and its edge', () => {
		const known = row('known', T - SECOND);
		const list = [known, ...rows('a', 30, T - MINUTE), row('below', HOUR_AGO - 1)];

		const read = readOn(gapAt(), knownOf([known]), page(list));

		expect(ids(read.fresh)).toEqual(ids(rows('a', 30, T)));
		expect(read.isThrough).toBe(false);
		expect(read.gap).toMatchObject({
			cursor: 'next',
			placeMs: T - MINUTE - SECOND,
			edgeMs: HOUR_AGO - 1,
		});
	});

	it('is through at the end of the list, and with thirty submissions well below its floor', () => {
		const last = readOn(gapAt(), NONE, page(rows('a', 1, T), { nextCursor: null }));
		const below = readOn(gapAt(), NONE, page(rows('a', 30, BELOW)));
		const near = row('near', HOUR_AGO - 5 * SECOND);
		const at = readOn(gapAt(), NONE, page([near, ...rows('a', 29, BELOW)]));

		expect([last, below, at].map(({ isThrough }) => isThrough)).toEqual([true, true, false]);
	});

	it('returns what is dated later than its place, as nobody else reads that far down', () => {
		const read = readOn(gapAt(), NONE, page([row('odd', T + MINUTE)]));

		expect(ids(read.fresh)).toEqual(['odd']);
		expect(read.gap.placeMs).toBe(T);
	});

	it('moves its edge with its cursor, even if a later submission follows an earlier one', () => {
		const first = readOn(gapAt(), NONE, page(rows('a', 30, T - MINUTE)));
		const second = readOn(
			first.gap,
			NONE,
			page([row('odd', T - MINUTE + SECOND), ...rows('b', 29, T - 2 * MINUTE)]),
		);

		expect(second.gap).toMatchObject({
			placeMs: T - MINUTE,
			edgeMs: T - 2 * MINUTE - 28 * SECOND,
		});
	});

	it('leaves to the top what came since its walk began, even later among submissions dated ahead', () => {
		const ahead = page(rows('ahead', 30, T + 60 * MINUTE), { requestedMs: T + 10 * MINUTE });

		expect(readOn(gapAt(), NONE, ahead).gap.edgeMs).toBe(T + MINUTE);
	});

	it('returns submissions without a time of their own', () => {
		expect(ids(readOn(gapAt(), NONE, page([undated('u', T)])).fresh)).toEqual(['u']);
	});
});

it('a gap goes on if those below its floor follow a new one', () => {
	const old = rows('old', 30, BELOW);

	expect(readOn(gapAt(), NONE, page([row('new', T), ...old])).isThrough).toBe(false);
	expect(readOn(gapAt(), NONE, page(old)).isThrough).toBe(true);
});

describe('a gap whose cursor no longer works', () => {
	const looking = lookForPlace(gapAt({ edgeMs: T - SECOND }));

	it('begins at the newest submission, with the same place', () => {
		expect(looking).toMatchObject({ placeMs: T, edgeMs: T - SECOND, lastTimesMs: [] });
		expect(looking.cursor).toBeUndefined();
	});

	it('passes over what lies more than five seconds above its place', () => {
		const above = [row('far', T + 5 * SECOND + 1), row('near', T + 5 * SECOND)];

		const read = readOn(looking, NONE, page([...above, ...rows('a', 5, T)]));

		expect(ids(read.fresh)).toEqual(['near', ...ids(rows('a', 5, T))]);
		expect(read.gap).toMatchObject({ placeMs: T, edgeMs: T - SECOND });
	});

	it('returns what is still dated ahead: that may stand below its place', () => {
		const [known, ahead] = [row('known', T + 2 * MINUTE), row('ahead', T + MINUTE + 1)];
		const present = row('present', T + MINUTE);
		const list = page([known, present, ...rows('a', 5, T), ahead]);

		const read = readOn(looking, knownOf([known]), list);

		expect(ids(read.fresh)).toEqual([...ids(rows('a', 5, T)), 'ahead']);
	});

	it('goes on looking on the next page, until the last thirty are back at its place', () => {
		const above = page(rows('above', 40, T + 60 * MINUTE), { requestedMs: T + 60 * MINUTE });
		const first = readOn(looking, NONE, above);
		const second = readOn(first.gap, NONE, page([row('far', T + MINUTE), ...rows('a', 29, T)]));
		const third = readOn(second.gap, NONE, page(rows('b', 1, T - 29 * SECOND)));
		const fourth = readOn(third.gap, NONE, page([row('odd', T + MINUTE)]));

		expect(first.fresh).toEqual([]);
		expect(ids(second.fresh)).toEqual(ids(rows('a', 29, T)));
		expect(second.gap.edgeMs).toBe(T - SECOND);
		expect(third.gap).toMatchObject({ placeMs: T, edgeMs: T - 29 * SECOND });
		expect(ids(fourth.fresh)).toEqual(['odd']);
	});
});

describe('the gap of a starting point', () => {
	const start = gapAt({ beganMs: T, isStart: true });

	it('leaves what is later than the start', () => {
		const read = readOn(start, NONE, page([row('since', T + 1), row('before', T)]));

		expect(ids(read.fresh)).toEqual(['before']);
	});

	it('records what has no time, wherever it is, unless it looks for its place', () => {
		const later = undated('u', T + 2 * MINUTE);

		expect(ids(readOn(start, NONE, page([later])).fresh)).toEqual(['u']);
		expect(readOn(lookForPlace(start), NONE, page([later])).fresh).toEqual([]);
	});

	it('keeps the top from everything that it has yet to record', () => {
		const read = readOn(start, NONE, page(rows('a', 30, T - MINUTE)));

		expect(read.gap.edgeMs).toBe(T - MINUTE + 10 * SECOND);
	});
});
