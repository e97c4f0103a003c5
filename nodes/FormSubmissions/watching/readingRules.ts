import { DECIDING, hasPassed, lastTimes } from '../api/newestFirst';
import { isWithin } from '../general/time';
import {
	endOfTop,
	LATENESS_MS,
	looksEveryMs,
	notAhead,
	raiseFloor,
	spanOf,
	type Checkpoint,
	type KeyedSubmission,
	type Page,
	type ReadAt,
	type Walk,
} from './checkpoint';

/*
 * What a trigger makes of the pages that it reads, without n8n, clock, or network: of the top of the list, page after
 * page, and of the next page of an unfinished walk. contributing/reading.md shows it in a picture.
 */

/** With this many unfinished walks, the top isn't read: what is stored stays small. */
const MAX_UNFINISHED = 5;

/** With this many, none looks for late submissions. */
const TOO_MANY_FOR_LOOK = 2;

/** The age up to which a cursor counts as one that the service still knows (milliseconds): less than a hold-up. */
const FRESH_CURSOR_MS = 50_000;

/** A page, and when it was read. */
export type Arrival = ReadAt & { page: Page };

/**
 * What came in place of the page behind a cursor. `lostCursor`: it isn't accepted. `emptyEnd`: it led to an empty last
 * page. `failed`: the page can't be read. `later`: it wasn't asked for, because of the rate limit.
 */
export type Failure =
	| { kind: 'lostCursor' | 'failed' | 'later'; reason?: unknown }
	| { kind: 'emptyEnd'; reason: unknown; machineNowMs: number };

/** Whether the unfinished walks are read first. */
export function areWalksFirst({ unfinished }: Checkpoint): boolean {
	return unfinished.length >= MAX_UNFINISHED;
}

/** A reading of the top, as far as it has come. */
export type Top = {
	walk: Walk;
	/** All that it met, and what is new of that, newest first. */
	met: KeyedSubmission[];
	fresh: KeyedSubmission[];
	/** The time of the newest submission there, if there is one, and when it was read. */
	firstPage?: ReadAt & { newestMs?: number };
	/** Whether the last submission that it met was known before it. */
	isLastKnown: boolean;
	/** At its lower end or that of the list, or in what is known. */
	ending?: 'down' | 'known';
};

/** Where its walk is to end is known only once it is left. */
export function beginTop(): Top {
	const walk = { lastTimesMs: [], placeMs: Infinity, edgeMs: Infinity, downToMs: Infinity };
	return { walk, met: [], fresh: [], isLastKnown: true };
}

/** With the next page; `before` is as unfinished walks, which are read meanwhile, have left it by now. */
export function readTopPage(before: Checkpoint, top: Top, arrival: Arrival): Top {
	const { page, ...readAt } = arrival;
	const { submissions } = page;
	const [newest] = submissions;
	const last = submissions.at(-1);
	// From the top down, nothing is above where it begins.
	const span = { fromMs: endOfTop(before), untilMs: Infinity };
	const { fresh, walk, isDown, sinceNew } = meet(top.walk, span, before, arrival);
	const isKnown = newest !== undefined && sinceNew >= Math.min(submissions.length, DECIDING);
	const newestMs = newest && notAhead(newest.atMs, readAt);
	return {
		walk,
		met: [...top.met, ...submissions],
		fresh: [...top.fresh, ...fresh],
		firstPage: top.firstPage ?? { newestMs, ...readAt },
		isLastKnown: last ? before.known.has(last) : top.isLastKnown,
		ending: isDown ? 'down' : isKnown ? 'known' : undefined,
	};
}

/**
 * The reading of the top is over; without an ending, it was stopped. The walk becomes an unfinished one if it
 * was stopped above what is known and, from time to time, to look for late submissions.
 */
export function endTop(
	before: Checkpoint,
	{ walk, firstPage, isLastKnown, ...top }: Top,
	latenessMs = LATENESS_MS,
): Checkpoint {
	const ending = top.ending ?? (isLastKnown ? 'known' : 'stopped');
	const goesOn =
		ending === 'stopped' || (ending === 'known' && isLookDue(before, firstPage, latenessMs));
	const left = { ...walk, downToMs: before.floorMs };
	const unfinished = goesOn ? [left, ...before.unfinished] : before.unfinished;
	const isRaised = firstPage && (goesOn || ending === 'down');
	return { ...(isRaised ? raiseFloor(before, firstPage, latenessMs) : before), unfinished };
}

/** Whether a walk that ended in what is known goes on below it, where late ones may be. */
function isLookDue(
	{ floorMs, unfinished, lookedAtMachineMs }: Checkpoint,
	firstPage: Top['firstPage'],
	latenessMs: number,
): boolean {
	if (unfinished.length >= TOO_MANY_FOR_LOOK) return false;
	// Behind a walk that is held up above the floor, a look would be held up, too.
	if (unfinished.some(({ edgeMs }) => edgeMs >= floorMs)) return false;
	// Once the floor is at the newest submission, late ones below it are not new.
	if (firstPage?.newestMs === undefined || firstPage.newestMs <= floorMs) return false;
	return !isWithin(looksEveryMs(latenessMs), lookedAtMachineMs, firstPage.machineNowMs);
}

/** What came of a page of an unfinished walk. */
export type Rest = {
	checkpoint: Checkpoint;
	/** Newest first. */
	fresh: KeyedSubmission[];
	/** Why the walk stands where it stood: what is below must wait, what is above it need not. */
	heldUp?: unknown;
};

/** Goes on with the highest unfinished walk; from the top, if its cursor is lost. */
export function goOn(before: Checkpoint, answer: Arrival | Failure): Rest {
	const [walk, ...others] = before.unfinished;
	if (!walk) return { checkpoint: before, fresh: [] };
	if (!('page' in answer)) {
		const { walk: left, heldUp } = withoutPage(walk, answer);
		return {
			checkpoint: { ...before, unfinished: left ? [left, ...others] : others },
			fresh: [],
			heldUp,
		};
	}
	// It passes over what lies above its place: others have returned it, or will.
	const { fresh, walk: moved, isDown } = meet(walk, spanOf(walk, others[0]), before, answer);
	return { checkpoint: { ...before, unfinished: isDown ? others : [moved, ...others] }, fresh };
}

/** What becomes of a walk whose page didn't come: undefined if the list is over. */
function withoutPage(walk: Walk, failure: Failure): { walk?: Walk; heldUp?: unknown } {
	const { kind, reason } = failure;
	if (kind === 'later') return { walk };
	if (kind === 'failed') return { walk, heldUp: reason };
	if (kind === 'emptyEnd' && isAtEnd(walk, failure.machineNowMs)) return {};
	// One whose cursor is lost on the way back waits: the next one may be, too.
	const fromTop = { ...walk, cursor: undefined, searchedAtMachineMs: 0 };
	return { walk: fromTop, heldUp: walk.searchedAtMachineMs === undefined ? undefined : reason };
}

/** Whether an empty page, met again right after the same place, is the end of the list: its cursor is a fresh one. */
function isAtEnd({ lastTimesMs, placeMs, searchedAtMachineMs = 0 }: Walk, nowMs: number): boolean {
	const isBack = (lastTimesMs.at(-1) ?? Infinity) <= placeMs;
	return isBack && isWithin(FRESH_CURSOR_MS, searchedAtMachineMs, nowMs);
}

/** How far a walk comes with a page, and what it meets there that isn't known yet. */
function meet(
	walk: Walk,
	{ fromMs, untilMs }: ReturnType<typeof spanOf>,
	{ known }: Checkpoint,
	{ page: { submissions, nextCursor }, machineNowMs }: Arrival,
): { walk: Walk; fresh: KeyedSubmission[]; sinceNew: number; isDown: boolean } {
	const isNew = (one: KeyedSubmission) =>
		one.atMs >= fromMs && one.atMs <= untilMs && !known.has(one);
	const fresh = submissions.filter(isNew);
	const lastNew = fresh.at(-1);
	const times = lastTimes(walk.lastTimesMs, submissions);
	const isBelow = submissions.some(({ atMs }) => atMs < walk.edgeMs);
	return {
		walk: {
			...walk,
			cursor: nextCursor ?? undefined,
			lastTimesMs: times,
			placeMs: Math.min(walk.placeMs, times.length > 0 ? Math.max(...times) : Infinity),
			// If the service's clock was ahead, others still read down to what is new by then.
			edgeMs: Math.min(walk.edgeMs, machineNowMs, ...times),
			searchedAtMachineMs:
				walk.searchedAtMachineMs === undefined || isBelow ? undefined : machineNowMs,
		},
		fresh,
		sinceNew: lastNew
			? submissions.length - 1 - submissions.lastIndexOf(lastNew)
			: submissions.length,
		isDown: nextCursor === null || hasPassed(times, fromMs),
	};
}
