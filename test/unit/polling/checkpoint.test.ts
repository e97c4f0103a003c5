import { MAX_KNOWN } from '../../../nodes/FormSubmissions/polling/baseline';
import {
	advanceGap,
	advanceTop,
	beginTop,
	isDue,
	limitKnown,
	MAX_GAPS,
	replaceGap,
	startGap,
	startingAt,
	startingFrom,
	stopTop,
	type Checkpoint,
} from '../../../nodes/FormSubmissions/polling/checkpoint';
import { Known, LATEST_MS } from '../../../nodes/FormSubmissions/polling/known';
import { lookForPlace, newTop, type Gap } from '../../../nodes/FormSubmissions/polling/walk';
import { ids, knownOf, MINUTE, page, row, rows, SECOND, T, undated } from './rows';

const TARGET = '["",[],false]';
const FROM = T - 60 * MINUTE;

/** The time by n8n's clock, which need not agree with the service's. */
const NOW = 2 * T;

/** The first page of a walk that stops on its way. */
const STOPPED = { nowMs: T + MINUTE, machineNowMs: NOW };

function since(changes: Partial<Checkpoint> = {}): Checkpoint {
	return { ...startingFrom(TARGET, FROM), ...changes };
}

function gapAt(placeMs: number, changes: Partial<Gap> = {}): Gap {
	const lastTimesMs = Array.from({ length: 10 }, () => placeMs);
	const place = { placeMs, edgeMs: placeMs, lastTimesMs, isLooking: false };
	return { id: 1, floorMs: FROM, known: Known.of([]), ...place, ...changes };
}

/** Reads one page from the top, and stops. */
function readAndStop(before: Checkpoint, submissions = rows('a', 10, T), stopped = STOPPED) {
	const { checkpoint, top } = advanceTop(before, beginTop(before, NOW), page(submissions), NOW);
	return stopTop(checkpoint, top, stopped);
}

describe('a starting point', () => {
	it('knows what its page has down to the floor; what is below is a gap that is only recorded', () => {
		const exists = rows('a', 100, T);

		const start = startingAt(TARGET, page(exists));

		expect(start.baseline.floorMs).toBe(T - 9 * SECOND - 10 * MINUTE - 5 * SECOND);
		expect(exists.every(({ key }) => start.baseline.known.has(key))).toBe(true);
		expect(startGap(start)).toMatchObject({
			floorMs: start.baseline.floorMs,
			cursor: 'next',
			placeMs: T - 90 * SECOND,
			startedMs: T + MINUTE,
		});
	});

	it.each([
		['is the last one', page(rows('a', 3, T), { nextCursor: null })],
		['comes down to the floor', page([...rows('new', 10, T), ...rows('a', 10, T - 11 * MINUTE)])],
		['is empty', page([], { nextCursor: null })],
	])('has no gap if the page %s', (_what, first) => {
		expect(startGap(startingAt(TARGET, first))).toBeUndefined();
	});

	it('records and does not return what the gap has; then the gap is gone', () => {
		const start = startingAt(TARGET, page(rows('a', 100, T)));
		const older = rows('b', 10, T - 5 * MINUTE);
		const [gap] = start.gaps;
		if (!gap) throw new Error('There is no gap');

		const read = advanceGap(start, gap, page(older, { nextCursor: null }));

		expect(read.fresh).toEqual([]);
		expect(older.every(({ key }) => read.checkpoint.baseline.known.has(key))).toBe(true);
		expect([read.gap, ...read.checkpoint.gaps]).toEqual([undefined]);
	});

	it('leaves what has no time to the top while it looks for its place: it may have come in since', () => {
		const start = startingAt(TARGET, page(rows('a', 20, T)));
		const [found] = start.gaps;
		if (!found) throw new Error('There is no gap');
		const gap = lookForPlace(found);
		const looking = replaceGap(start, found, gap);

		const read = advanceGap(looking, gap, page([undated('new', LATEST_MS), ...rows('a', 20, T)]));

		expect(read.checkpoint.baseline.known.has(undated('new', T).key)).toBe(false);
	});

	it('records what has no time of its own, wherever it is', () => {
		const start = startingAt(TARGET, page([undated('u0', LATEST_MS)]));
		const [gap] = start.gaps;
		if (!gap) throw new Error('There is no gap');
		const more = [undated('u1', LATEST_MS), undated('u2', LATEST_MS)];

		const read = advanceGap(start, gap, page(more));

		expect(more.every(({ key }) => read.checkpoint.baseline.known.has(key))).toBe(true);
	});

	it('keeps the top ten seconds above what is recorded, but not above the start', () => {
		const [far, near] = [T - 5 * MINUTE, T + MINUTE - 2 * SECOND].map((atMs) =>
			startingAt(TARGET, page(rows('a', 20, atMs, 0))),
		);

		expect(far && beginTop(far, NOW).floorMs).toBe(T - 5 * MINUTE + 5 * SECOND);
		expect(near && beginTop(near, NOW).floorMs).toBe(T + MINUTE);
	});

	it('has no gap if its page has everything down to the floor', () => {
		const start = startingAt(TARGET, page(rows('a', 3, T), { nextCursor: null }));

		expect(start.gaps).toEqual([]);
		expect(startGap(start)).toBeUndefined();
		expect(startGap(since({ gaps: [gapAt(T)] }))).toBeUndefined();
	});

	it('from a time on knows nothing', () => {
		expect(since()).toMatchObject({ target: TARGET, gaps: [], baseline: { floorMs: FROM } });
		expect(since().baseline.known.size).toBe(0);
	});
});

describe('the walk from the top', () => {
	it('goes down to the floor, or five seconds below the edge of the highest gap', () => {
		const gaps = [gapAt(T - MINUTE), gapAt(T - 30 * MINUTE)];

		expect(beginTop(since(), NOW).floorMs).toBe(FROM);
		expect(beginTop(since({ gaps }), NOW).floorMs).toBe(T - MINUTE - 5 * SECOND);
		expect(beginTop(since({ gaps: [gapAt(FROM - MINUTE)] }), NOW).floorMs).toBe(FROM);
	});

	it('is full every eight minutes, three times after the last new submission', () => {
		const kindAfter = (minutes: number, quietTops = 0) =>
			beginTop(since({ fullAtMachineMs: NOW - minutes * MINUTE, quietTops }), NOW).kind;

		expect([kindAfter(7.9), kindAfter(8), kindAfter(-1)]).toEqual(['quick', 'full', 'full']);
		expect([kindAfter(8, 2), kindAfter(8, 3)]).toEqual(['full', 'quick']);
	});

	it('raises the floor once it has come through, and counts if it is full and found nothing', () => {
		const before = since({ quietTops: 1, fullAtMachineMs: 5 });
		const last = page([row('a', T)], { nextCursor: null });
		const [full, quick] = [newTop('full', FROM), newTop('quick', FROM)];

		const found = advanceTop(before, full, last, NOW);
		const again = advanceTop(found.checkpoint, full, last, NOW + 1);
		const quickly = advanceTop(found.checkpoint, quick, last, NOW + 1);

		expect(ids(found.fresh)).toEqual(['a']);
		expect(found).toMatchObject({
			isOver: true,
			checkpoint: { quietTops: 1, fullAtMachineMs: NOW },
		});
		expect(found.checkpoint.baseline.floorMs).toBe(T - 10 * MINUTE - 5 * SECOND);
		expect(found.checkpoint.newestMs).toBe(T);
		expect(again.fresh).toEqual([]);
		expect(again.checkpoint).toMatchObject({ quietTops: 2, fullAtMachineMs: NOW + 1 });
		expect(quickly.checkpoint).toMatchObject({ quietTops: 1, fullAtMachineMs: NOW + 1 });
	});

	it('goes on after a page that says nothing about its end', () => {
		const before = since();

		const read = advanceTop(before, beginTop(before, NOW), page(rows('a', 20, T)), NOW);

		expect(read.isOver).toBe(false);
	});

	it('leaves the floor alone if it ends at known submissions', () => {
		const known = rows('known', 10, T);
		const baseline = { floorMs: FROM, known: knownOf(known) };
		const before = since({ baseline, fullAtMachineMs: NOW, quietTops: 2 });

		const read = advanceTop(before, beginTop(before, NOW), page([row('new', T), ...known]), NOW);

		expect(read.isOver).toBe(true);
		expect(ids(read.fresh)).toEqual(['new']);
		expect(read.checkpoint).toMatchObject({ quietTops: 0, baseline: { floorMs: FROM } });
		expect(read.checkpoint.baseline.known.size).toBe(11);
	});

	it('tells a gap what it returns near it', () => {
		const before = since({ gaps: [gapAt(T - MINUTE)] });
		const [near, far] = [row('near', T - MINUTE + 5 * SECOND), row('far', T)];

		const { checkpoint } = advanceTop(before, beginTop(before, NOW), page([far, near]), NOW);

		const known = checkpoint.gaps[0]?.known;
		expect([near, far].map(({ key }) => known?.has(key))).toEqual([true, false]);
	});
});

describe('a walk from the top that stops on its way', () => {
	it('at new submissions leaves a gap, with the old floor, and the floor rises', () => {
		const stopped = readAndStop(since());

		expect(stopped?.gaps).toMatchObject([{ floorMs: FROM, cursor: 'next', placeMs: T }]);
		expect(stopped?.baseline.floorMs).toBe(T - 9 * SECOND - 10 * MINUTE - 5 * SECOND);
		expect(stopped).toMatchObject({ newestMs: T - 9 * SECOND, fullAtMachineMs: NOW });
	});

	it('puts its gap above the others', () => {
		const earlier = gapAt(T - 30 * MINUTE);

		const stopped = readAndStop(since({ gaps: [earlier] }));

		expect(stopped?.gaps.map(({ placeMs }) => placeMs)).toEqual([T, T - 30 * MINUTE]);
		expect(stopped?.gaps[0]?.floorMs).toBe(FROM);
	});

	it('before it has read any submission changes nothing', () => {
		const before = since();

		expect(stopTop(before, beginTop(before, NOW), STOPPED)).toBe(before);
	});

	const known = rows('known', 9, T);
	const allKnown = since({ baseline: { floorMs: FROM, known: knownOf(known) } });

	it('among known submissions leaves no gap if it is quick: the next one reads them again', () => {
		const quick = { ...allKnown, fullAtMachineMs: NOW };

		const stopped = readAndStop(quick, known, { ...STOPPED, machineNowMs: NOW + MINUTE });

		expect(stopped).toMatchObject({ gaps: [], baseline: { floorMs: FROM }, fullAtMachineMs: NOW });
	});

	it('among known submissions leaves a gap if it is full, so that the floor rises', () => {
		const stopped = readAndStop(allKnown, known);

		expect(stopped.gaps).toHaveLength(1);
		expect(stopped.baseline.floorMs).toBeGreaterThan(FROM);
	});

	it('returns what it has read even with as many gaps as there may be, and the next one is full', () => {
		const gaps = Array.from({ length: MAX_GAPS }, (_, n) => gapAt(T - (n + 1) * MINUTE));
		const before = since({ gaps, fullAtMachineMs: NOW, quietTops: MAX_GAPS });

		const stopped = readAndStop(before);

		expect(stopped).toMatchObject({ baseline: { floorMs: FROM }, gaps });
		expect(rows('a', 10, T).every(({ key }) => stopped.baseline.known.has(key))).toBe(true);
		expect(beginTop(stopped, NOW).kind).toBe('full');
		expect(readAndStop(since({ gaps: gaps.slice(1) })).gaps).toHaveLength(MAX_GAPS);
	});
});

describe('a page of a gap', () => {
	it('is known to the baseline from the floor on, and to other gaps that may meet it', () => {
		const reading = gapAt(T - MINUTE, { floorMs: FROM + MINUTE });
		const lower = gapAt(FROM + 2 * MINUTE);
		const before = since({
			baseline: { floorMs: T - 10 * MINUTE, known: Known.of([]) },
			gaps: [reading, lower],
		});
		const [high, low] = [row('high', T - MINUTE), row('low', FROM + 2 * MINUTE + 5 * SECOND)];

		const { fresh, checkpoint } = advanceGap(before, reading, page([high, low]));

		const knows = ({ known }: { known: Known }) => [high, low].map(({ key }) => known.has(key));
		expect(ids(fresh)).toEqual(['high', 'low']);
		expect(knows(checkpoint.baseline)).toEqual([true, false]);
		expect(checkpoint.gaps.map(knows)).toEqual([
			[true, true],
			[false, true],
		]);
	});

	it('replaces only that gap, and removes it once it is through', () => {
		const [one, other] = [gapAt(T - MINUTE), gapAt(T - 2 * MINUTE)];
		const before = since({ gaps: [one, other] });

		const read = advanceGap(before, other, page([], { nextCursor: 'further' }));
		const through = advanceGap(before, one, page([], { nextCursor: null }));

		expect(read.checkpoint.gaps).toEqual([one, { ...other, cursor: 'further' }]);
		expect(read.gap).toBe(read.checkpoint.gaps[1]);
		expect(through.checkpoint.gaps).toEqual([other]);
		expect(replaceGap(before, one, other).gaps).toEqual([other, other]);
	});
});

describe('a gap above another', () => {
	/** Everything from FROM on is new; the lower one has come down to its place since. */
	const lower = gapAt(T - 50 * MINUTE, { id: 1 });
	const stopped = () => readAndStop(since({ gaps: [gapAt(T - 30 * MINUTE, { id: 1 })] }));

	it('goes down to where the lower one is now, so that nobody misses what appears in between', () => {
		const before = stopped();
		const [upper] = before?.gaps ?? [];
		if (!before || !upper) throw new Error('There is no gap');
		const moved = { ...before, gaps: [upper, lower] };
		const late = row('late', T - 40 * MINUTE);
		const known = rows('known', 10, T - 45 * MINUTE);

		const read = advanceGap(moved, upper, page([late, ...known]));
		const gone = advanceGap({ ...before, gaps: [upper] }, upper, page([row('end', FROM)]));

		expect(ids(read.fresh)).toContain('late');
		expect(read.gap).toBeDefined();
		expect(ids(gone.fresh)).toEqual(['end']);
	});

	it('is through at the lower one, and leaves to it what is below', () => {
		const before = stopped();
		const [upper] = before?.gaps ?? [];
		if (!before || !upper) throw new Error('There is no gap');
		const moved = { ...before, gaps: [upper, lower] };

		const read = advanceGap(moved, upper, page(rows('below', 10, T - 51 * MINUTE)));

		expect(read).toMatchObject({ fresh: [], gap: undefined, checkpoint: { gaps: [lower] } });
	});

	it('is replaced alone', () => {
		const gaps = [gapAt(T, { id: 2 }), gapAt(T - MINUTE, { id: 1 })];
		const [upper, other] = gaps;
		if (!upper || !other) throw new Error('There are no gaps');

		const replaced = replaceGap(since({ gaps }), upper, lookForPlace(upper));

		expect(replaced.gaps).toEqual([lookForPlace(upper), other]);
	});

	it('is left by a quick top, too, which is not counted as a full one', () => {
		const before = since({ fullAtMachineMs: NOW });

		const stopped = readAndStop(before, rows('a', 10, T), { ...STOPPED, machineNowMs: NOW + MINUTE });

		expect(stopped.gaps).toHaveLength(1);
		expect(stopped.fullAtMachineMs).toBe(NOW);
	});

	it('has another ID', () => {
		expect(stopped()?.gaps.map(({ id }) => id)).toEqual([2, 1]);
	});
});

describe('a checkpoint that is stored', () => {
	it('has no more IDs of a gap than those from its floor to near its place', () => {
		const inside = [FROM, T + 5 * SECOND].map((ms) => row(`${ms}`, ms));
		const outside = [FROM - 1, T + 5 * SECOND + 1].map((ms) => row(`${ms}`, ms));
		const known = knownOf([...outside, ...inside]);

		const [gap] = limitKnown(since({ gaps: [gapAt(T, { known })] })).gaps;

		expect(gap?.known.times()).toEqual(inside.map(({ key, atMs }) => [key, atMs]));
	});

	it('has as many IDs for all gaps together as for a baseline: the latest of each go', () => {
		const many = (name: string, count: number) =>
			Known.of(
				Array.from({ length: count }, (_, n): [string, number] => [`${name}${n}`, FROM + n]),
			);
		const full = since({
			gaps: [gapAt(T, { known: many('a', MAX_KNOWN) }), gapAt(T, { known: many('b', 1) })],
		});
		const fitting = since({
			gaps: [gapAt(T, { known: many('a', MAX_KNOWN - 1) }), full.gaps[1]].flatMap(
				(one) => one ?? [],
			),
		});

		const [first, second] = limitKnown(full).gaps;

		expect(first?.known.size).toBe(MAX_KNOWN / 2);
		expect(first?.known.has('a0')).toBe(true);
		expect(second?.known.size).toBe(1);
		expect(limitKnown(fitting).gaps.map(({ known }) => known.size)).toEqual([MAX_KNOWN - 1, 1]);
	});

	it('has a floor above the oldest IDs that are dropped, but not above the newest submission', () => {
		const known = Known.of(
			Array.from({ length: MAX_KNOWN + 1 }, (_, n): [string, number] => [`k${n}`, FROM + n]),
		);

		const limited = limitKnown(since({ baseline: { floorMs: FROM, known }, newestMs: T }));

		expect(limited.baseline.floorMs).toBe(FROM + 1);
		expect(limited.baseline.known.size).toBe(MAX_KNOWN);
	});
});

describe('what is due every minute', () => {
	it('is due a minute later, or if the clock was set back', () => {
		expect([59, 60, -1].map((s) => isDue(T, MINUTE, T + s * SECOND))).toEqual([false, true, true]);
	});
});
