import { lastTimesMs, reachedMs, DISORDER_MS } from '../api/createdAt';
import { newOnes, type Baseline } from './baseline';
import { LATEST_MS, type Known, type KeyedSubmission } from './known';

/** How late a submission may become visible in the list and still be found (milliseconds). */
const LATENESS_MS = 10 * 60_000;

/** How many submissions decide what a single one can't, since the list may be out of order. */
const DECIDING = 10;

/** One page of the list. Times are the earliest that the service's clock can have shown. */
export type WalkedPage = {
	submissions: KeyedSubmission[];
	nextCursor: string | null;
	requestedMs: number;
};

/**
 * The walk from the newest submission down: `quick` to known ones, `full` to its floor, for
 * submissions that became visible late. Times are Unix milliseconds by the service's clock.
 */
export type Top = {
	kind: 'quick' | 'full';
	/** How far down it goes. */
	floorMs: number;
	/** Where it continues; if missing, at the newest submission. */
	cursor?: string;
	/** Set by its first submissions, from which the floor of later tops follows. */
	newestMs?: number;
	/** The times of the last ten submissions. */
	lastTimesMs: number[];
	/** How many submissions in a row were known, up to the last one. */
	knownInRow: number;
	/** Whether the last submission was new. */
	endsWithNew: boolean;
};

/** Why a walk is over: it has come down to its floor, or to known submissions. */
export type TopEnd = 'floor' | 'known';

export function newTop(kind: Top['kind'], floorMs: number): Top {
	return { kind, floorMs, lastTimesMs: [], knownInRow: 0, endsWithNew: false };
}

/** The walk after one more page, what is new on it, and why the walk is over, if it is. */
export function readTopPage(
	top: Top,
	known: Known,
	page: WalkedPage,
): { top: Top; fresh: KeyedSubmission[]; end?: TopEnd } {
	const { submissions, nextCursor, requestedMs } = page;
	const fresh = newOnes({ floorMs: top.floorMs, known }, submissions);
	const lastTimes = lastTimesMs(top.lastTimesMs, submissions);
	const last = submissions.at(-1);
	const after: Top = {
		...beginWith(top, page),
		cursor: nextCursor ?? undefined,
		lastTimesMs: lastTimes,
		knownInRow: countKnownInRow(top.knownInRow, submissions, new Set(fresh), requestedMs),
		endsWithNew: last === undefined ? top.endsWithNew : fresh.includes(last),
	};
	if (hasPassed(top.floorMs, lastTimes) || nextCursor === null) {
		return { top: after, fresh, end: 'floor' };
	}
	const isKnown = top.kind === 'quick' && after.knownInRow >= DECIDING;
	return { top: after, fresh, end: isKnown ? 'known' : undefined };
}

/** Whether what follows is below a floor, even if the list is slightly out of order. */
export function hasPassed(floorMs: number, lastTimes: number[]): boolean {
	return reachedMs(lastTimes) < floorMs - DISORDER_MS;
}

/** The top with the newest time, once it has read submissions. */
function beginWith(top: Top, page: WalkedPage): Top {
	if (top.newestMs !== undefined || page.submissions.length === 0) return top;
	return { ...top, newestMs: newestOn(page) };
}

/**
 * The time of the newest submissions: the earliest of the first ten, so that a few that are dated
 * ahead don't decide, and not ahead of the service's clock, in case they all are.
 */
export function newestOn({ submissions, requestedMs }: WalkedPage): number {
	return Math.min(requestedMs, ...submissions.slice(0, DECIDING).map(({ atMs }) => atMs));
}

/**
 * The floor of walks that begin once the newest submission is of this time: nothing can become
 * visible below it any more.
 */
export function floorBelow(newestMs: number): number {
	return newestMs - LATENESS_MS - DISORDER_MS;
}

/** Those dated ahead always top the list, so they say nothing about what is below. */
function countKnownInRow(
	before: number,
	submissions: KeyedSubmission[],
	fresh: Set<KeyedSubmission>,
	nowMs: number,
): number {
	let count = before;
	for (const one of submissions) {
		if (fresh.has(one)) count = 0;
		else if (one.atMs <= nowMs) count++;
	}
	return count;
}

/**
 * A part of the list further down that is still to be read: from a place, where the cursor stands,
 * down to the floor of its baseline, whose IDs are known there.
 */
export type Gap = Baseline & {
	/** Tells it from the other gaps of a checkpoint. */
	id: number;
	/** Where to continue (cursors are stable, section 4); if missing, at the newest submission. */
	cursor?: string;
	/** The time down to which it has come: the latest of the last ten submissions. */
	placeMs: number;
	/** The earliest of them: what lies above it belongs to the walk from the top, too. */
	edgeMs: number;
	lastTimesMs: number[];
	/** Whether its cursor was no use any more, so that it has yet to come back to its place. */
	isLooking: boolean;
	/** A starting point: what is not later than this was there when the trigger started. */
	startedMs?: number;
};

/**
 * What a walk from the top has not read, when it stops after at least one submission. It goes down to
 * the floor of the baseline, not of the walk: a gap below may move on and leave it what is in between.
 */
export function gapBelow(id: number, top: Top, { floorMs, known }: Baseline, nowMs: number): Gap {
	const placeMs = Math.min(LATEST_MS, reachedMs(top.lastTimesMs));
	return {
		id,
		floorMs,
		known: known.within(floorMs, placeMs + DISORDER_MS),
		cursor: top.cursor,
		placeMs,
		edgeMs: earliest(top.lastTimesMs, nowMs),
		lastTimesMs: top.lastTimesMs,
		isLooking: false,
	};
}

/** The gap with a cursor that no longer works: it looks for its place from the newest submission. */
export function lookForPlace(gap: Gap): Gap {
	return { ...gap, cursor: undefined, lastTimesMs: [], isLooking: true };
}

/**
 * The gap after one more page, what is new on it, and whether that was the last one. It goes down to
 * `downToMs`, its floor or what a gap below has come to.
 */
export function readGapPage(
	gap: Gap,
	{ submissions, nextCursor, requestedMs }: WalkedPage,
	downToMs = gap.floorMs,
): { gap: Gap; fresh: KeyedSubmission[]; isThrough: boolean } {
	const fresh = newOnes(
		{ floorMs: downToMs, known: gap.known },
		submissions.filter((one) => isOf(gap, one)),
	);
	const lastTimes = lastTimesMs(gap.lastTimesMs, submissions);
	const reached = Math.min(LATEST_MS, reachedMs(lastTimes));
	const placeMs = Math.min(gap.placeMs, reached);
	const isLooking = gap.isLooking && reached > gap.placeMs;
	const after: Gap = {
		...gap,
		cursor: nextCursor ?? undefined,
		placeMs,
		edgeMs: isLooking ? gap.edgeMs : earliest(lastTimes, requestedMs),
		lastTimesMs: lastTimes,
		isLooking,
	};
	if (gap.startedMs !== undefined) after.edgeMs = startEdge(placeMs, gap.startedMs);
	return { gap: after, fresh, isThrough: nextCursor === null || hasPassed(downToMs, lastTimes) };
}

/** While a gap looks for its place, it meets what others have returned; a start, what is yet to be. */
function isOf(
	{ placeMs, isLooking, startedMs = LATEST_MS }: Gap,
	{ atMs, isDated }: KeyedSubmission,
): boolean {
	if (isLooking && atMs > placeMs + DISORDER_MS) return false;
	// Undated ones at the top may have come in since the start: rather returned than lost.
	return atMs <= startedMs || (!isDated && !isLooking);
}

/**
 * The edge of a starting point: what it has yet to record, up to five seconds above its place, must
 * not be returned by a walk from the top, which goes down to five seconds below the edge.
 */
export function startEdge(placeMs: number, startedMs: number): number {
	return Math.min(placeMs + DISORDER_MS, startedMs) + DISORDER_MS;
}

/** New submissions must be above a gap's edge, even if what was last read is dated ahead. */
function earliest(times: number[], nowMs: number): number {
	return Math.min(nowMs, ...times);
}
