import { lastTimesMs, reachedMs, type TimedSubmission } from '../api/createdAt';
import { keyOf, LATEST_MS, MAX_KNOWN, withIdsOf, withinLimit, type Territory } from './territory';

/** How late a submission may become visible in the list and still be found (milliseconds). */
const LATENESS_MS = 10 * 60_000;

/** How far `createdAt` may be off the list's order at the floor (milliseconds). */
const DISORDER_MS = 5_000;

/** After this many known submissions in a row, a quick walk has reached what earlier ones read. */
const KNOWN_RUN = 10;

/** A walk down the list, or the unfinished part of one. Times are Unix milliseconds. */
export type Walk = {
	/**
	 * - `start`: records the submissions that exist when a trigger starts; returns none.
	 * - `quick`: goes from the newest submission down to known ones.
	 * - `full`: goes down to the floor, for submissions that became visible late.
	 */
	kind: 'start' | 'quick' | 'full';
	/** Where to continue (cursors are stable, section 4); if missing, at the newest submission. */
	cursor?: string;
	/** The newest submission when it began, but not ahead of the service's clock. */
	newestMs?: number;
	/** What later walks treat as new. A `start` prepares none: what it records is its own. */
	next?: Territory;
	/** The times of the last ten submissions. */
	lastTimesMs: number[];
	/** The time down to which it has come. */
	reachedMs: number;
	/** The known IDs are complete up to this time. */
	knownToMs: number;
	/** Whether an earlier poll began it. */
	isContinued?: boolean;
	/** Whether its last poll began it again, because the service no longer accepted its cursor. */
	hasBegunAgain?: boolean;
};

/** A walk with what it treats as new. */
export type Stretch = Territory & { walk: Walk };

/** One page of the list. Times are the earliest that the service's clock can have shown. */
export type WalkedPage = {
	submissions: TimedSubmission[];
	nextCursor: string | null;
	requestedMs: number;
	arrivedMs: number;
};

/** What is new on a page, and why the walk is over: the list ends, what follows is old, or known. */
type Passed = { fresh: TimedSubmission[]; stretch: Stretch; end?: 'list' | 'floor' | 'known' };

export function newWalk(kind: Walk['kind']): Walk {
	return { kind, reachedMs: LATEST_MS, knownToMs: LATEST_MS, lastTimesMs: [] };
}

/** An unfinished walk as the next poll continues it. */
export function continued(walk: Walk): Walk {
	const kind = walk.kind === 'start' ? 'start' : 'full';
	return { ...walk, kind, isContinued: true, hasBegunAgain: false };
}

/** The walk from the newest submission again, because the service no longer accepts its cursor. */
export function begunAgain(walk: Walk): Walk {
	return { ...walk, cursor: undefined, lastTimesMs: [], hasBegunAgain: true };
}

/** Whether a walk that began again has yet to come back to where it stood. */
function isBehind(walk: Walk): boolean {
	return walk.reachedMs < LATEST_MS && reachedMs(walk.lastTimesMs) > walk.reachedMs;
}

/** A walk's next page, read to its end whatever is in it: what is new, and the walk after it. */
export function pass(before: Stretch, page: WalkedPage): Passed {
	const stretch = begun(before, page);
	const { walk, floorMs, known } = stretch;
	const seen = page.submissions.filter((one) => !isLeftToNext(walk, one, page));
	const fresh = newIn(stretch, seen);
	const lastTimes = lastTimesMs(walk.lastTimesMs, page.submissions);
	const after: Walk = {
		...walk,
		cursor: page.nextCursor ?? undefined,
		next: walk.next && withPassed(walk.next, seen),
		lastTimesMs: lastTimes,
		reachedMs: Math.min(walk.reachedMs, reachedMs(lastTimes)),
	};
	const passed = { floorMs, known: withIdsOf(known, fresh), walk: after };
	if (page.nextCursor === null) return { fresh, stretch: passed, end: 'list' };
	if (reachedMs(lastTimes) < floorMs) return { fresh, stretch: passed, end: 'floor' };
	if (walk.kind === 'quick' && endsKnown(stretch, page))
		return { fresh, stretch: passed, end: 'known' };
	return { fresh, stretch: pruned(passed) };
}

/**
 * Sets what only a walk's first submissions show. Everything more than ten minutes older than the
 * newest is visible by now: nothing can appear there after the walk has passed. If the newest is
 * dated ahead, the service's clock counts, so that what is yet to come stays above the floor.
 */
function begun(stretch: Stretch, { submissions, requestedMs }: WalkedPage): Stretch {
	const { walk, known } = stretch;
	const [newest] = submissions;
	if (walk.newestMs !== undefined || !newest) return stretch;
	const newestMs = Math.min(newest.atMs, requestedMs);
	const floorMs = Math.max(stretch.floorMs, newestMs - LATENESS_MS - DISORDER_MS);
	if (walk.kind === 'start') return { floorMs, known, walk: { ...walk, newestMs } };
	const isInNext = ([, atMs]: [string, number]) => atMs >= floorMs && atMs !== LATEST_MS;
	const next = { floorMs, known: new Map([...known].filter(isInNext)) };
	return { ...stretch, walk: { ...walk, newestMs, next } };
}

/**
 * Whether another walk has returned a submission or will: a walk that began again meets what it has
 * already passed. For a `start`, what it doesn't know there has arrived since; in a later poll, so has
 * what lies below submissions dated ahead but is later than when it began.
 */
function isLeftToNext(walk: Walk, one: TimedSubmission, { arrivedMs }: WalkedPage): boolean {
	const { kind, isContinued, newestMs = LATEST_MS, reachedMs: stoodAtMs, knownToMs } = walk;
	const { atMs, isDated } = one;
	if (kind !== 'start') return isBehind(walk) && atMs > knownToMs;
	const isPassed = isBehind(walk) && atMs > stoodAtMs + DISORDER_MS;
	const isLater = isContinued === true && atMs > newestMs + DISORDER_MS && atMs <= arrivedMs;
	return isDated && (isPassed || isLater);
}

function newIn({ floorMs, known }: Territory, seen: TimedSubmission[]): TimedSubmission[] {
	const taken = new Set<string>();
	return seen.filter((one) => {
		const key = keyOf(one);
		if (one.atMs < floorMs || known.has(key) || taken.has(key)) return false;
		taken.add(key);
		return true;
	});
}

function withPassed({ floorMs, known }: Territory, seen: TimedSubmission[]): Territory {
	const above = seen.filter(({ atMs, isDated }) => atMs >= floorMs || !isDated);
	return { floorMs, known: withIdsOf(known, above) };
}

/** Submissions dated ahead always top the list, so they say nothing about what is below. */
function endsKnown({ floorMs, known }: Territory, page: WalkedPage): boolean {
	const { submissions, requestedMs } = page;
	const last = submissions.filter(({ atMs }) => atMs <= requestedMs).slice(-KNOWN_RUN);
	return last.length > 0 && last.every((one) => one.atMs < floorMs || known.has(keyOf(one)));
}

/** Forgets the IDs that a walk no longer needs, so that a backlog of any size takes little space. */
function pruned(stretch: Stretch): Stretch {
	const { known, walk } = stretch;
	const { kind, next, newestMs = LATEST_MS } = walk;
	if (kind === 'start') return { ...withinLimit(stretch, newestMs), walk };
	const bounded = { ...walk, next: next && withinLimit(next, newestMs) };
	if (kind === 'quick' && known.size <= MAX_KNOWN) return { ...stretch, walk: bounded };
	return downFrom({ ...stretch, walk: { ...bounded, kind: 'full' } }, MAX_KNOWN);
}

/**
 * Keeps the known IDs where a walk stands and below, and those up to ten minutes above: it may meet
 * them again in a list out of order, or if it has to begin again. Beyond `max`, the latest go first.
 */
export function downFrom({ floorMs, known, walk }: Stretch, max: number): Stretch {
	const knownToMs = Math.min(walk.knownToMs, walk.reachedMs + LATENESS_MS);
	const kept = [...known].filter(([, ms]) => ms <= knownToMs || ms === LATEST_MS);
	const timesAbove = kept
		.map(([, ms]) => ms)
		.filter((ms) => ms > walk.reachedMs && ms <= knownToMs);
	const excess = Math.min(kept.length - max, timesAbove.length);
	if (excess <= 0) return { floorMs, known: new Map(kept), walk: { ...walk, knownToMs } };
	const fromMs = timesAbove.sort((a, b) => b - a)[excess - 1] ?? LATEST_MS;
	return {
		floorMs,
		known: new Map(kept.filter(([, ms]) => ms < fromMs || ms === LATEST_MS)),
		walk: { ...walk, knownToMs: fromMs - 1 },
	};
}

/** Whether both walks know all IDs between the two places where they stand. */
export function areNear({ walk: one }: Stretch, { walk: other }: Stretch): boolean {
	const highestMs = Math.max(one.reachedMs, other.reachedMs);
	return highestMs <= Math.min(one.knownToMs, other.knownToMs);
}

/** One walk in place of two that are near: it continues where the higher one stands. */
export function joined(one: Stretch, other: Stretch): Stretch {
	const higher = one.walk.reachedMs > other.walk.reachedMs ? one : other;
	const knownToMs = Math.min(one.walk.knownToMs, other.walk.knownToMs);
	return {
		floorMs: Math.min(one.floorMs, other.floorMs),
		known: new Map([...one.known, ...other.known]),
		walk: { ...higher.walk, knownToMs },
	};
}
