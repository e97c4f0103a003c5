import { MAX_KNOWN } from '../../../nodes/FormSubmissions/polling/baseline';
import {
	advanceGap,
	advanceTop,
	beginTop,
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

function since(changes: Partial<Checkpoint> = {}): Checkpoint {
	return { ...startingFrom(TARGET, FROM), ...changes };
}

function gapAt(placeMs: number, changes: Partial<Gap> = {}): Gap {
	const lastTimesMs = Array.from({ length: 30 }, () => placeMs);
	const place = { placeMs, edgeMs: placeMs, lastTimesMs, isLooking: false, isStart: false };
	return { beganMs: T + MINUTE, floorMs: FROM, ...place, ...changes };
}

/** Reads one page from the top, and stops. */
function readAndStop(before: Checkpoint, submissions = rows('a', 30, T), machineNowMs = NOW) {
	const { checkpoint, top } = advanceTop(before, beginTop(before, NOW), page(submissions), NOW);
	return stopTop(checkpoint, top, machineNowMs).checkpoint;
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
			placeMs: T - 70 * SECOND,
			beganMs: T + MINUTE,
			isStart: true,
		});
	});

	it('knows nothing but its page, and continues from the times of a short one', () => {
		const exists = rows('a', 20, T);

		const start = startingAt(TARGET, page(exists));

		expect(start.baseline.known.size).toBe(20);
		expect(startGap(start)?.lastTimesMs).toEqual(exists.map(({ atMs }) => atMs));
	});

	it.each([
		['is the last one', page(rows('a', 3, T), { nextCursor: null })],
		['comes down to the floor', page([...rows('new', 10, T), ...rows('a', 30, T - 11 * MINUTE)])],
		['is empty', page([], { nextCursor: null })],
	])('has no gap if the page %s', (_what, first) => {
		expect(startGap(startingAt(TARGET, first))).toBeUndefined();
	});

	it('records and does not return what the gap has; then the gap is gone', () => {
		const start = startingAt(TARGET, page(rows('a', 100, T)));
		const older = rows('b', 10, T - 5 * MINUTE);
		const [gap] = start.gaps;
		if (!gap) throw new Error('There is no gap');

		const read = advanceGap(start, gap, page(older, { nextCursor: null }), NOW);

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

		const read = advanceGap(
			looking,
			gap,
			page([undated('new', LATEST_MS), ...rows('a', 20, T)]),
			NOW,
		);

		expect(read.checkpoint.baseline.known.has(undated('new', T).key)).toBe(false);
	});

	it('records what has no time of its own, wherever it is', () => {
		const start = startingAt(TARGET, page([undated('u0', LATEST_MS)]));
		const [gap] = start.gaps;
		if (!gap) throw new Error('There is no gap');
		const more = [undated('u1', LATEST_MS), undated('u2', LATEST_MS)];

		const read = advanceGap(start, gap, page(more), NOW);

		expect(more.every(({ key }) => read.checkpoint.baseline.known.has(key))).toBe(true);
	});

	it('keeps the top ten seconds above what is recorded, but not above the start', () => {
		const [far, near] = [T - 5 * MINUTE, T + MINUTE - 2 * SECOND].map((atMs) =>
			startingAt(TARGET, page(rows('a', 30, atMs, 0))),
		);

		expect(far && beginTop(far, NOW).downToMs).toBe(T - 5 * MINUTE + 5 * SECOND);
		expect(near && beginTop(near, NOW).downToMs).toBe(T + MINUTE);
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

		expect(beginTop(since(), NOW).downToMs).toBe(FROM);
		expect(beginTop(since({ gaps }), NOW).downToMs).toBe(T - MINUTE - 5 * SECOND);
		expect(beginTop(since({ gaps: [gapAt(FROM - MINUTE)] }), NOW).downToMs).toBe(FROM);
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
		const [full, quick] = [newTop('full', FROM, T), newTop('quick', FROM, T)];

		const found = advanceTop(before, full, last, NOW);
		const again = advanceTop(found.checkpoint, full, last, NOW + 1);
		const quickly = advanceTop(found.checkpoint, quick, last, NOW + 1);

		expect(ids(found.fresh)).toEqual(['a']);
		expect(found).toMatchObject({
			isOver: true,
			checkpoint: { quietTops: 1, fullAtMachineMs: NOW },
		});
		expect(found.checkpoint.baseline.floorMs).toBe(T - 10 * MINUTE - 5 * SECOND);
		expect(found.checkpoint.lastTopMs).toBe(T + MINUTE);
		expect(again.fresh).toEqual([]);
		expect(again.checkpoint).toMatchObject({ quietTops: 2, fullAtMachineMs: NOW + 1 });
		expect(quickly.checkpoint).toMatchObject({ quietTops: 1, fullAtMachineMs: NOW + 1 });
	});

	it('comes through an empty list, which says nothing about the floor', () => {
		const before = since({ lastTopMs: T });

		const read = advanceTop(before, beginTop(before, NOW), page([], { nextCursor: null }), NOW);

		expect(read).toMatchObject({ fresh: [], isOver: true });
		expect(read.checkpoint).toMatchObject({ lastTopMs: T, baseline: { floorMs: FROM } });
	});

	it('goes on after a page that says nothing about its end', () => {
		const before = since();

		const read = advanceTop(before, beginTop(before, NOW), page(rows('a', 20, T)), NOW);

		expect(read.isOver).toBe(false);
	});

	it('leaves the floor alone if it ends at known submissions', () => {
		const known = rows('known', 10, T);
		const baseline = { floorMs: FROM, known: knownOf(known) };
		const before = since({ baseline, fullAtMachineMs: NOW, quietTops: 2, lastTopMs: T });
		const list = page([row('new', T + SECOND), ...known]);

		const read = advanceTop(before, beginTop(before, NOW), list, NOW);

		expect(read.isOver).toBe(true);
		expect(read.checkpoint.lastTopMs).toBe(T + MINUTE);
		expect(ids(read.fresh)).toEqual(['new']);
		expect(read.checkpoint).toMatchObject({ quietTops: 0, baseline: { floorMs: FROM } });
		expect(read.checkpoint.baseline.known.size).toBe(11);
	});

	it('returns what it reads of a gap, too, but nothing that the start has yet to record', () => {
		const gap = gapAt(T - MINUTE);
		const met = page([row('met', T - 2 * MINUTE)]);
		const read = (gaps: Gap[]) => {
			const before = since({ gaps });
			return advanceTop(before, beginTop(before, NOW), met, NOW);
		};

		const returned = read([gap]);

		expect(ids(returned.fresh)).toEqual(['met']);
		expect(advanceGap(returned.checkpoint, gap, met, NOW).fresh).toEqual([]);
		expect(read([{ ...gap, beganMs: T, isStart: true }]).fresh).toEqual([]);
	});

	it('finds what came in below known ones that were dated ahead when it last came down', () => {
		const ahead = rows('ahead', 100, T + 60 * MINUTE);
		const old = rows('old', 10, T);
		const baseline = { floorMs: FROM, known: knownOf([...ahead, ...old]) };
		const before = since({ baseline, fullAtMachineMs: NOW, lastTopMs: T + MINUTE });
		const later = { requestedMs: T + 24 * 60 * MINUTE };

		const first = advanceTop(before, beginTop(before, NOW), page(ahead, later), NOW);
		const came = page([row('new', T + 2 * MINUTE), ...old], later);
		const second = advanceTop(first.checkpoint, first.top, came, NOW);
		const third = advanceTop(
			second.checkpoint,
			beginTop(second.checkpoint, NOW),
			page(ahead, later),
			NOW,
		);

		expect([first.isOver, second.isOver, third.isOver]).toEqual([false, true, true]);
		expect(ids(second.fresh)).toEqual(['new']);
	});
});

describe('a walk from the top that stops on its way', () => {
	it('at new submissions leaves a gap, with the old floor, and the floor rises', () => {
		const stopped = readAndStop(since());

		expect(stopped?.gaps).toMatchObject([{ floorMs: FROM, cursor: 'next', placeMs: T }]);
		expect(stopped?.baseline.floorMs).toBe(T - 9 * SECOND - 10 * MINUTE - 5 * SECOND);
		expect(stopped).toMatchObject({ lastTopMs: T + MINUTE, fullAtMachineMs: NOW });
	});

	it('says which gap it left', () => {
		const before = since();
		const { top } = advanceTop(before, beginTop(before, NOW), page(rows('a', 30, T)), NOW);

		const { checkpoint, gap } = stopTop(before, top, NOW);

		expect(checkpoint.gaps).toEqual([gap]);
	});

	it('puts its gap above the others', () => {
		const earlier = gapAt(T - 30 * MINUTE);

		const stopped = readAndStop(since({ gaps: [earlier] }));

		expect(stopped?.gaps.map(({ placeMs }) => placeMs)).toEqual([T, T - 30 * MINUTE]);
		expect(stopped?.gaps[0]?.floorMs).toBe(FROM);
	});

	it('before it has read any submission changes nothing', () => {
		const before = since();

		expect(stopTop(before, beginTop(before, NOW), NOW)).toEqual({ checkpoint: before });
	});

	const known = rows('known', 9, T);
	const allKnown = since({ baseline: { floorMs: FROM, known: knownOf(known) } });

	it('among known submissions leaves no gap if it is quick: the next one reads them again', () => {
		const quick = { ...allKnown, fullAtMachineMs: NOW };

		const stopped = readAndStop(quick, known, NOW + MINUTE);

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
	it('is returned once, even if the top or another gap meets it', () => {
		const [reading, lower] = [
			gapAt(T - MINUTE),
			gapAt(T - 2 * MINUTE, { beganMs: T + 2 * MINUTE }),
		];
		const before = since({ gaps: [reading, lower] });
		const met = page([row('a', T - 2 * MINUTE)]);

		const { fresh, checkpoint } = advanceGap(before, reading, page(met.submissions), NOW);

		expect(ids(fresh)).toEqual(['a']);
		expect(advanceGap(checkpoint, lower, met, NOW).fresh).toEqual([]);
		expect(advanceTop(checkpoint, newTop('full', FROM, T), met, NOW).fresh).toEqual([]);
	});

	it.each([
		['is above the floor', true, gapAt(T - MINUTE, { placeMs: FROM + 1 }), 5],
		['is down at the floor', false, gapAt(T - MINUTE, { placeMs: FROM }), 5],
		['searches for its place', false, lookForPlace(gapAt(T - MINUTE)), 5],
		['has to wait for a full top', false, gapAt(T - MINUTE, { placeMs: FROM + 1 }), 0],
	])('puts off the next full top if it %s: %p', (_what, isPutOff, gap, fullAtMachineMs) => {
		const before = since({ gaps: [gap], fullAtMachineMs });

		const { checkpoint } = advanceGap(before, gap, page([], { nextCursor: 'further' }), NOW);

		expect(checkpoint.fullAtMachineMs).toBe(isPutOff ? NOW : fullAtMachineMs);
	});

	it('replaces only that gap, and removes it once it is through', () => {
		const [one, other] = [gapAt(T - MINUTE), gapAt(T - 2 * MINUTE)];
		const before = since({ gaps: [one, other] });

		const read = advanceGap(before, other, page([], { nextCursor: 'further' }), NOW);
		const through = advanceGap(before, one, page([], { nextCursor: null }), NOW);

		expect(read.checkpoint.gaps).toEqual([one, { ...other, cursor: 'further' }]);
		expect(read.gap).toBe(read.checkpoint.gaps[1]);
		expect(through.checkpoint.gaps).toEqual([other]);
		expect(replaceGap(before, one, other).gaps).toEqual([other, other]);
	});
});

describe('a gap above another', () => {
	/** Everything from FROM on is new; the lower one has come down to its place since. */
	const lower = gapAt(T - 50 * MINUTE, { beganMs: T });
	const stopped = () => readAndStop(since({ gaps: [gapAt(T - 30 * MINUTE, { beganMs: T })] }));

	it('goes down to where the lower one is now, so that nobody misses what appears in between', () => {
		const before = stopped();
		const [upper] = before?.gaps ?? [];
		if (!before || !upper) throw new Error('There is no gap');
		const moved = { ...before, gaps: [upper, lower] };
		const late = row('late', T - 40 * MINUTE);
		const known = rows('known', 10, T - 45 * MINUTE);

		const read = advanceGap(moved, upper, page([late, ...known]), NOW);
		const gone = advanceGap({ ...before, gaps: [upper] }, upper, page([row('end', FROM)]), NOW);

		expect(ids(read.fresh)).toContain('late');
		expect(read.gap).toBeDefined();
		expect(ids(gone.fresh)).toEqual(['end']);
	});

	it('is through at the lower one, and leaves to it what is below', () => {
		const before = stopped();
		const [upper] = before?.gaps ?? [];
		if (!before || !upper) throw new Error('There is no gap');
		const moved = { ...before, gaps: [upper, lower] };

		const read = advanceGap(moved, upper, page(rows('below', 30, T - 51 * MINUTE)), NOW);

		expect(read).toMatchObject({ fresh: [], gap: undefined, checkpoint: { gaps: [lower] } });
	});

	it('is replaced alone', () => {
		const gaps = [gapAt(T, { beganMs: T + 2 * MINUTE }), gapAt(T - MINUTE, { beganMs: T })];
		const [upper, other] = gaps;
		if (!upper || !other) throw new Error('There are no gaps');

		const replaced = replaceGap(since({ gaps }), upper, lookForPlace(upper));

		expect(replaced.gaps).toEqual([lookForPlace(upper), other]);
	});

	it('is left by a quick top, too, which is not counted as a full one', () => {
		const before = since({ fullAtMachineMs: NOW });

		const stopped = readAndStop(before, rows('a', 10, T), NOW + MINUTE);

		expect(stopped.gaps).toHaveLength(1);
		expect(stopped.fullAtMachineMs).toBe(NOW);
	});

	it('has another ID: when its walk began', () => {
		expect(stopped()?.gaps.map(({ beganMs }) => beganMs)).toEqual([T + MINUTE, T]);
	});
});

describe('a checkpoint that is stored', () => {
	it('has the IDs below its floor that a gap needs: from its floor to near its place', () => {
		const inside = [FROM, T + 5 * SECOND, T + MINUTE].map((ms) => row(`${ms}`, ms));
		const outside = [FROM - 1, T + 5 * SECOND + 1].map((ms) => row(`${ms}`, ms));
		const baseline = { floorMs: T + MINUTE, known: knownOf([...outside, ...inside]) };

		const { known } = limitKnown(since({ baseline, gaps: [gapAt(T)] })).baseline;

		expect(inside.map(({ key }) => known.has(key))).toEqual([true, true, true]);
		expect(known.size).toBe(3);
	});

	it('has a floor above the oldest IDs that are dropped, but not above the newest submission', () => {
		const known = Known.of(
			Array.from({ length: MAX_KNOWN + 1 }, (_, n): [string, number] => [`k${n}`, FROM + n]),
		);

		const limited = limitKnown(since({ baseline: { floorMs: FROM, known }, lastTopMs: T }));

		expect(limited.baseline.floorMs).toBe(FROM + 1);
		expect(limited.baseline.known.size).toBe(MAX_KNOWN);
	});
});
