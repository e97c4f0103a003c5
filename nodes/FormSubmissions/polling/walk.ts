import { appendTimes, DISORDER_MS, findReachedMs, hasPassed } from '../api/createdAt';
import { findNew, type Baseline } from './baseline';
import { LATEST_MS, type Known, type KeyedSubmission } from './known';

/** How late a submission may become visible in the list and still be found (milliseconds). */
const LATENESS_MS = 10 * 60_000;

/** How many submissions decide what a single one can't, since the list may be out of order. */
const SEVERAL = 10;

/** One page of the list. */
export type WalkedPage = {
	submissions: KeyedSubmission[];
	nextCursor: string | null;
	/** The earliest that the service's clock can have shown at the request. */
	requestedMs: number;
};

/**
 * The walk from the newest submission down: `quick` to known ones, `full` all the way, for
 * submissions that became visible late. Times are Unix milliseconds by the service's clock.
 */
export type Top = {
	kind: 'quick' | 'full';
	/** How far down it goes: to the floor, or just below the edge of the highest gap. */
	downToMs: number;
	/** The checkpoint's `lastTopMs`. */
	lastTopMs: number;
	/** Where it continues; if missing, at the newest submission. */
	cursor?: string;
	/** About its first page with submissions; the newest time determines the floor of later tops. */
	first?: { requestedMs: number; newestMs: number };
	/** The times of the last thirty submissions. */
	lastTimesMs: number[];
	/** How many known submissions it has met since the last new one; those after `lastTopMs` don't count. */
	knownInRow: number;
	/** Whether the last submission was new. */
	endsWithNew: boolean;
};

/** Why a walk is over: it has come through, or down to known submissions. */
type TopEnd = 'through' | 'known';

export function newTop(kind: Top['kind'], downToMs: number, lastTopMs: number): Top {
	return { kind, downToMs, lastTopMs, lastTimesMs: [], knownInRow: 0, endsWithNew: false };
}

/** The walk after one more page, what is new on it, and why the walk is over, if it is. */
export function readTopPage(
	top: Top,
	baseline: Baseline,
	page: WalkedPage,
): { top: Top; fresh: KeyedSubmission[]; end?: TopEnd } {
	const { submissions, nextCursor } = page;
	const fresh = findNew(baseline, submissions);
	const lastTimesMs = appendTimes(top.lastTimesMs, submissions);
	const last = submissions.at(-1);
	const after: Top = {
		...beginWith(top, page),
		cursor: nextCursor ?? undefined,
		lastTimesMs,
		knownInRow: countKnownInRow(top, submissions, new Set(fresh), baseline.known),
		endsWithNew: last === undefined ? top.endsWithNew : fresh.includes(last),
	};
	if (nextCursor === null || hasComeDownTo(top.downToMs, lastTimesMs, page, fresh)) {
		return { top: after, fresh, end: 'through' };
	}
	const isKnown = top.kind === 'quick' && after.knownInRow >= SEVERAL;
	return { top: after, fresh, end: isKnown ? 'known' : undefined };
}

/**
 * Whether a walk has come down far enough. If the page's last submission that isn't below is new, the
 * walk goes on: what follows may be an import of old ones, with more new ones below. What is less than
 * five seconds above `downToMs` counts as below: in a list slightly out of order, it may stand there.
 */
function hasComeDownTo(
	downToMs: number,
	lastTimesMs: number[],
	{ submissions }: WalkedPage,
	fresh: KeyedSubmission[],
): boolean {
	const above = submissions.filter(({ atMs }) => atMs >= downToMs + DISORDER_MS);
	const last = above.at(-1);
	return hasPassed(downToMs, lastTimesMs) && !(last && fresh.includes(last));
}

/** The top with its first page, once it has read submissions. */
function beginWith(top: Top, page: WalkedPage): Top {
	if (top.first || page.submissions.length === 0) return top;
	return { ...top, first: { requestedMs: page.requestedMs, newestMs: newestOn(page) } };
}

/**
 * The time of the newest submissions: the earliest of the first ten, so that a few dated ahead don't
 * matter, and never later than the service's clock, in case they all are.
 */
export function newestOn({ submissions, requestedMs }: WalkedPage): number {
	return Math.min(requestedMs, ...submissions.slice(0, SEVERAL).map(({ atMs }) => atMs));
}

/**
 * The floor for later walks, once the newest submission is from this time: nothing can become visible
 * below it anymore.
 */
export function floorBelow(newestMs: number): number {
	return newestMs - LATENESS_MS - DISORDER_MS;
}

/**
 * How many known submissions a walk has met since the last new one. Those dated after the previous
 * walk began don't count: new ones may be below them. Nor does what is neither new nor known, such as
 * an import of old ones.
 */
function countKnownInRow(
	{ knownInRow, lastTopMs }: Top,
	submissions: KeyedSubmission[],
	fresh: Set<KeyedSubmission>,
	known: Known,
): number {
	let count = knownInRow;
	for (const one of submissions) {
		if (fresh.has(one)) count = 0;
		else if (one.atMs <= lastTopMs && known.has(one.key)) count++;
	}
	return count;
}

/**
 * A part of the list further down that is still to be read: from a place, where the cursor is, down to
 * a floor.
 */
export type Gap = {
	/** When the walk began that left it, by the service's clock: no other gap has the same time. */
	beganMs: number;
	floorMs: number;
	/** Where to continue (cursors are stable: specification, section 4); if missing, at the newest. */
	cursor?: string;
	/**
	 * How far down it has come: the latest time of its last thirty submissions. While it searches, this
	 * and the edge stay what they were when its cursor failed.
	 */
	placeMs: number;
	/**
	 * The earliest time of its last thirty submissions, and never later than when the walk began: a
	 * cursor may show the list as it was then. What lies above is also read by the walk above the gap.
	 * The gap at the start has another edge: see `startEdge`.
	 */
	edgeMs: number;
	lastTimesMs: number[];
	/** Whether its cursor no longer worked, and it is still searching for its place. */
	isLooking: boolean;
	/** Whether it was left at the start: what is not later than its beginning existed before. */
	isStart: boolean;
};

/**
 * What a walk from the top that read at least one submission has left unread. It goes down to the
 * floor of the baseline, not of the walk: a gap below may move on, and leave to it what is in between.
 */
export function gapBelow(beganMs: number, top: Top, floorMs: number): Gap {
	return {
		beganMs,
		floorMs,
		cursor: top.cursor,
		placeMs: Math.min(LATEST_MS, findReachedMs(top.lastTimesMs)),
		edgeMs: Math.min(beganMs, ...top.lastTimesMs),
		lastTimesMs: top.lastTimesMs,
		isLooking: false,
		isStart: false,
	};
}

/** The gap, searching for its place from the newest submission, because its cursor failed. */
export function lookForPlace(gap: Gap): Gap {
	return { ...gap, cursor: undefined, lastTimesMs: [], isLooking: true };
}

/**
 * The gap after one more page, what is new on it, and whether that was the last one. It goes down to
 * `downToMs`: its floor, or just below the edge of a gap under it.
 */
export function readGapPage(
	gap: Gap,
	known: Known,
	page: WalkedPage,
	downToMs: number,
): { gap: Gap; fresh: KeyedSubmission[]; isThrough: boolean } {
	const { submissions, nextCursor, requestedMs } = page;
	const own = submissions.filter((one) => belongsTo(gap, one, requestedMs));
	const fresh = findNew({ floorMs: downToMs, known }, own);
	const lastTimesMs = appendTimes(gap.lastTimesMs, submissions);
	const reached = Math.min(LATEST_MS, findReachedMs(lastTimesMs));
	const placeMs = Math.min(gap.placeMs, reached);
	const isLooking = gap.isLooking && reached > gap.placeMs;
	const after: Gap = {
		...gap,
		cursor: nextCursor ?? undefined,
		placeMs,
		edgeMs: isLooking ? gap.edgeMs : Math.min(gap.beganMs, ...lastTimesMs),
		lastTimesMs,
		isLooking,
	};
	if (gap.isStart) after.edgeMs = startEdge(placeMs, gap.beganMs);
	const isThrough = nextCursor === null || hasComeDownTo(downToMs, lastTimesMs, page, fresh);
	return { gap: after, fresh, isThrough };
}

/**
 * Whether a submission belongs to a gap. A gap that searches for its place meets what others have
 * returned, whose IDs may no longer be known; the gap at the start, what others will return. One that
 * is still dated ahead may be anywhere in the list, and its ID is known if it was returned.
 */
function belongsTo(
	{ beganMs, placeMs, isLooking, isStart }: Gap,
	{ atMs, isDated }: KeyedSubmission,
	requestedMs: number,
): boolean {
	const isAhead = isDated && atMs > requestedMs;
	if (isLooking && !isAhead && atMs > placeMs + DISORDER_MS) return false;
	// Undated ones at the top may have come in since the start: better returned than lost.
	return !isStart || atMs <= beganMs || (!isDated && !isLooking);
}

/**
 * The edge of the gap left at the start: what it has yet to record, up to five seconds above its place,
 * must not be returned by a walk from the top, which goes down to five seconds below the edge.
 */
export function startEdge(placeMs: number, beganMs: number): number {
	return Math.min(placeMs + DISORDER_MS, beganMs) + DISORDER_MS;
}
