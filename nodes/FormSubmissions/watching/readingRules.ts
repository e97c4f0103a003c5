import { DECIDING, hasPassed, lastTimes } from '../api/newestFirst';
import { isWithin } from '../general/time';
import {
	LATENESS_MS,
	looksEveryMs,
	notAhead,
	raiseFloor,
	spanOf,
	withoutOld,
	type Checkpoint,
	type KeyedSubmission,
	type Page,
	type ReadAt,
	type Walk,
} from './checkpoint';

/*
 * What a reading does, without n8n, clock, or network: a plan yields which page it wants next, is given what came
 * of that, and in the end returns the new checkpoint and what was new. A poll's is `planReading`. A trigger that
 * listens reads the top and the rest apart. contributing/polling.md shows it in a picture.
 */

/** With this many unfinished walks, a reading only goes on with them: what is stored stays small. */
const MAX_UNFINISHED = 5;

/** With this many, none looks for late submissions: looks would pile up where readings have little time. */
const TOO_MANY_FOR_LOOK = 2;

/** The page that a reading wants next: the top of the list, or what is behind a cursor. */
export type Wanted = {
	cursor?: string;
	/** The time of a submission that comes first on the page and has none of its own. */
	beforeMs: number;
	/** The new submissions that it met since it wanted a page last, as its walks met them: newest first. */
	fresh: KeyedSubmission[];
};

export type Answer = Arrival | Stop;

type Arrival = ReadAt & { page: Page };

/** What came in place of a page. */
type Stop = {
	/** The cursor isn't accepted, or led to an empty last page; the page can't be read; it may read no more. */
	kind: 'refused' | 'emptyEnd' | 'failed' | 'over';
	reason?: unknown;
};

export type Reading = {
	checkpoint: Checkpoint;
	/** The new submissions that it met since it wanted a page last. */
	fresh: KeyedSubmission[];
	/** Why an unfinished walk had to search for its place, and is still on its way there. */
	searching?: unknown;
	/** Why an unfinished walk stands where it stood: what is below must wait, what is above it need not. */
	heldUp?: unknown;
	/** What else ended the reading early. */
	stopped?: unknown;
};

/** A reading as it goes on. */
export type Plan = Generator<Wanted, Reading, Answer>;

/** What a reading has met so far; its walks add to it. */
type Tally = Pick<Reading, 'fresh' | 'searching' | 'heldUp' | 'stopped'> & {
	known: Map<string, number>;
	pages: number;
	isOver: boolean;
};

/** Whether a reading leaves the top out, and only goes on with the unfinished walks. */
export function leavesTopOut({ unfinished, skipsTop }: Checkpoint): boolean {
	return unfinished.length >= MAX_UNFINISHED || skipsTop;
}

/**
 * One reading: a walk from the newest submission down to what is known, then the unfinished walks, the
 * highest first. `latenessMs`: how late submissions may become visible.
 */
export function* planReading(before: Checkpoint, latenessMs = LATENESS_MS): Plan {
	const tally = tallyOf(before);
	const top = leavesTopOut(before)
		? { after: before, left: [], isRead: false }
		: yield* readTop(tally, before, latenessMs);
	const pagesOfTop = tally.pages;
	const rest = yield* readRest(tally, top.after.unfinished);
	const skipsTop = top.isRead && tally.isOver && tally.pages === pagesOfTop;
	return ended(tally, { ...top.after, unfinished: [...top.left, ...rest], skipsTop });
}

/** The walk from the top alone. */
export function* planTop(before: Checkpoint, latenessMs = LATENESS_MS): Plan {
	const tally = tallyOf(before);
	const { after, left } = yield* readTop(tally, before, latenessMs);
	return ended(tally, { ...after, unfinished: [...left, ...after.unfinished] });
}

/** The unfinished walks alone. */
export function* planRest(before: Checkpoint): Plan {
	const tally = tallyOf(before);
	return ended(tally, { ...before, unfinished: yield* readRest(tally, before.unfinished) });
}

function tallyOf({ known }: Checkpoint): Tally {
	return { known: new Map(known), fresh: [], pages: 0, isOver: false };
}

function ended(tally: Tally, after: Checkpoint): Reading {
	const { known, searching, heldUp, stopped } = tally;
	const checkpoint = withoutOld({ ...after, known });
	return { checkpoint, fresh: takeFresh(tally), searching, heldUp, stopped };
}

/** `left`: what is left to read, if it was stopped above what is known. */
type Top = { after: Checkpoint; left: Walk[]; isRead: boolean };

/** The walk becomes an unfinished one if it stops early and, from time to time, to look for late submissions. */
function* readTop(
	tally: Tally,
	before: Checkpoint,
	latenessMs: number,
): Generator<Wanted, Top, Answer> {
	const { floorMs, unfinished } = before;
	const fromTop = { lastTimesMs: [], placeMs: Infinity, edgeMs: Infinity, downToMs: floorMs };
	const top = yield* walkDown(tally, fromTop, { below: unfinished[0], isTop: true });
	if (isStop(top.ending)) tally.stopped = top.ending.reason;
	const result = resultOfTop(before, top, latenessMs);
	let after = before;
	if (result === 'look') after = { ...before, unfinished: [top.walk, ...unfinished] };
	if (result !== 'covered' && top.firstPage) after = raiseFloor(after, top.firstPage, latenessMs);
	const left = result === 'unfinished' ? [top.walk] : [];
	return { after, left, isRead: !isStop(top.ending) };
}

function* readRest(tally: Tally, walks: Walk[]): Generator<Wanted, Walk[], Answer> {
	const left: Walk[] = [];
	for (const [index, walk] of walks.entries()) {
		const rest = yield* goOn(tally, walk, walks[index + 1]);
		if (rest.kind === 'over') continue;
		left.push(rest.walk);
		if (rest.kind === 'searching') tally.searching ??= rest.reason;
		if (rest.kind === 'heldUp') tally.heldUp ??= rest.reason;
		tally.stopped ??= rest.stop.reason;
		tally.isOver ||= rest.stop.kind === 'over';
	}
	return left;
}

/**
 * What has become of the walk from the top. `down`: it has read all that may be new. `look`: it ended in
 * what is known, and goes on below that as an unfinished one, for late ones. `unfinished`: it was stopped.
 * `covered`: it ended or was stopped in what is known, below which other walks have read, or will.
 */
function resultOfTop(
	before: Checkpoint,
	top: Progress,
	latenessMs: number,
): 'down' | 'look' | 'unfinished' | 'covered' {
	if (top.ending.kind === 'down') return 'down';
	if (isStop(top.ending)) return top.isLastKnown ? 'covered' : 'unfinished';
	return isLookDue(before, top, latenessMs) ? 'look' : 'covered';
}

/** Whether a walk that ended in what is known goes on below it, where late ones may be. */
function isLookDue(
	{ floorMs, unfinished, lookedAtMachineMs }: Checkpoint,
	{ firstPage }: Progress,
	latenessMs: number,
): boolean {
	if (unfinished.length >= TOO_MANY_FOR_LOOK) return false;
	// Behind a walk that is held up above the floor, a look would be held up, too.
	if (unfinished.some(({ edgeMs }) => edgeMs >= floorMs)) return false;
	// Once the floor is at the newest submission, late ones below it are not new.
	if (firstPage?.newestMs === undefined || firstPage.newestMs <= floorMs) return false;
	return !isWithin(looksEveryMs(latenessMs), lookedAtMachineMs, firstPage.machineNowMs);
}

/**
 * What has become of an unfinished walk. `over`: it has read all that it was for. `moved`: the next reading
 * goes on with it, farther down if there was time. `searching`: its cursor was refused, and time was over
 * before it was back at its place. `heldUp`: it couldn't move, because of a fault.
 */
type Rest =
	| { kind: 'over' }
	| { kind: 'moved'; walk: Walk; stop: Stop }
	| { kind: 'searching' | 'heldUp'; walk: Walk; stop: Stop; reason: unknown };

/** Goes on with an unfinished walk; from the top, if its cursor is refused. */
function* goOn(
	tally: Tally,
	before: Walk,
	below: Walk | undefined,
): Generator<Wanted, Rest, Answer> {
	const first = yield* walkDown(tally, before, { below });
	const { placeMs } = first.walk;
	const isRefused = first.ending.kind === 'refused' || first.ending.kind === 'emptyEnd';
	const fromTop = { ...first.walk, cursor: undefined };
	const last = isRefused ? yield* walkDown(tally, fromTop, { below }) : first;
	const { walk, ending: stop } = last;
	if (!isStop(stop)) return { kind: 'over' };
	// An empty page again, right after the same place: that is the end of the list.
	const isListOver = isRefused && stop.kind === 'emptyEnd' && (last.lastMs ?? Infinity) <= placeMs;
	if (isListOver) return { kind: 'over' };
	const isElsewhere = walk.cursor !== before.cursor;
	const hasMoved = isElsewhere && (first.lastMs !== undefined || walk.placeMs < placeMs);
	const fault = [stop, first.ending].filter(isStop).find(({ kind }) => kind !== 'over');
	if (hasMoved || !fault) return { kind: 'moved', walk, stop };
	const isOnItsWay = stop.kind === 'over' && isRefused;
	return { kind: isOnItsWay ? 'searching' : 'heldUp', walk, stop, reason: fault.reason };
}

/** How far a walk has come in this reading. */
type Progress = {
	walk: Walk;
	/** The time of the newest submission there, if there is one, and when it was read. */
	firstPage?: ReadAt & { newestMs?: number };
	/** The time of the last submission that it met. */
	lastMs?: number;
	/** Whether the last submission that it met was returned before this reading. */
	isLastKnown: boolean;
	/** At its lower end or that of the list, in what is known, or what stopped it. */
	ending: End | Stop;
};

type End = { kind: 'down' | 'known' };

function isStop(ending: End | Stop): ending is Stop {
	return ending.kind !== 'down' && ending.kind !== 'known';
}

function* walkDown(
	tally: Tally,
	before: Walk,
	{ below, isTop = false }: { below?: Walk; isTop?: boolean },
): Generator<Wanted, Progress, Answer> {
	const span = spanOf(before, below);
	let times = before.lastTimesMs;
	let progress: Omit<Progress, 'ending'> = { walk: before, isLastKnown: true };
	for (;;) {
		const { cursor, placeMs, edgeMs } = progress.walk;
		const placeInListMs = cursor === undefined ? Infinity : placeMs;
		const beforeMs = progress.lastMs ?? placeInListMs;
		const answer = yield { cursor, beforeMs, fresh: takeFresh(tally) };
		if (!('page' in answer)) return { ...progress, ending: answer };
		const { page, ...readAt } = answer;
		const { submissions, nextCursor } = page;
		const last = submissions.at(-1);
		const isLastKnown = last ? tally.known.has(last.key) : progress.isLastKnown;
		times = lastTimes(times, submissions);
		const [newest] = submissions;
		progress = {
			walk: {
				...before,
				cursor: nextCursor ?? undefined,
				lastTimesMs: times,
				placeMs: Math.min(placeMs, times.length > 0 ? Math.max(...times) : Infinity),
				// If the service's clock was ahead, others still read down to what is new by then.
				edgeMs: Math.min(edgeMs, readAt.machineNowMs, ...times),
			},
			firstPage: progress.firstPage ?? {
				newestMs: newest && notAhead(newest.atMs, readAt),
				...readAt,
			},
			lastMs: last?.atMs ?? progress.lastMs,
			isLastKnown,
		};
		// A walk passes over what lies above where it begins: others have returned it, or will.
		const sinceNew = takeNew(tally, submissions, span);
		const isDown = nextCursor === null || hasPassed(times, span.fromMs);
		if (isDown) return { ...progress, ending: { kind: 'down' } };
		const isKnown = newest !== undefined && sinceNew >= Math.min(submissions.length, DECIDING);
		if (isTop && isKnown) return { ...progress, ending: { kind: 'known' } };
	}
}

/** Adds the new ones among these, and returns how many come after the last of them. */
function takeNew(
	tally: Tally,
	submissions: KeyedSubmission[],
	{ fromMs, untilMs }: { fromMs: number; untilMs: number },
): number {
	const { known, fresh } = tally;
	let sinceNew = 0;
	for (const one of submissions) {
		const isNew = one.atMs >= fromMs && one.atMs <= untilMs && !known.has(one.key);
		sinceNew = isNew ? 0 : sinceNew + 1;
		if (!isNew) continue;
		known.set(one.key, one.atMs);
		fresh.push(one);
	}
	tally.pages++;
	return sinceNew;
}

/** They aren't kept here: of thousands, only what becomes of them is held. */
function takeFresh(tally: Tally): KeyedSubmission[] {
	const { fresh } = tally;
	tally.fresh = [];
	return fresh;
}
