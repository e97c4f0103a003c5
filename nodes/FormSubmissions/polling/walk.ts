import { DISORDER_MS, lastTimesMs, reachedMs, type TimedSubmission } from '../api/createdAt';
import { keyOf, LATEST_MS, MAX_KNOWN, withIdsOf, withinLimit, type Territory } from './territory';

/** How late a submission may become visible in the list and still be found (milliseconds). */
const LATENESS_MS = 10 * 60_000;

/** After this many known submissions in a row, a quick walk has reached what earlier ones read. */
const KNOWN_RUN = 10;

/**
 * - `start`: records the submissions that exist when a trigger starts; returns none.
 * - `quick`: goes from the newest submission down to known ones.
 * - `full`: goes down to the floor, for submissions that became visible late.
 */
export const KINDS = ['start', 'quick', 'full'] as const;

/** A walk down the list, or the unfinished part of one. Times are Unix milliseconds. */
export type Walk = {
	kind: (typeof KINDS)[number];
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
	/** When it arrived by this machine's clock. */
	machineMs: number;
};

/** What is new on a page, and why the walk is over, if it is: what follows is old, or known. */
type Passed = { fresh: TimedSubmission[]; stretch: Stretch; end?: 'floor' | 'known' };

export function newWalk(kind: Walk['kind']): Walk {
	return { kind, reachedMs: LATEST_MS, knownToMs: LATEST_MS, lastTimesMs: [] };
}

/** A walk as the next poll continues it. A `start` knows nothing that is later than when it began. */
export function continued(walk: Walk): Walk {
	const { kind, newestMs = LATEST_MS } = walk;
	return kind === 'start' ? { ...walk, knownToMs: newestMs } : { ...walk, kind: 'full' };
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
	const { walk, floorMs } = stretch;
	const seen = page.submissions.filter((one) => !isLeftToNext(walk, one, page));
	const fresh = newIn(stretch, seen);
	const lastTimes = lastTimesMs(walk.lastTimesMs, page.submissions);
	const after: Walk = {
		...walk,
		cursor: page.nextCursor ?? undefined,
		next: walk.next && withIdsOf(walk.next, seen),
		lastTimesMs: lastTimes,
		reachedMs: Math.min(walk.reachedMs, reachedMs(lastTimes)),
	};
	const passed = { ...withIdsOf(stretch, fresh), walk: after };
	const isThrough = page.nextCursor === null || reachedMs(lastTimes) < floorMs;
	if (isThrough) return { fresh, stretch: passed, end: 'floor' };
	if (endsKnown(stretch, page)) return { fresh, stretch: passed, end: 'known' };
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
	const { kind, reachedMs: stoodAtMs, knownToMs } = walk;
	const { atMs, isDated } = one;
	if (kind !== 'start') return isBehind(walk) && atMs > knownToMs;
	const isPassed = isBehind(walk) && atMs > stoodAtMs + DISORDER_MS;
	const isLater = atMs > knownToMs + DISORDER_MS && atMs <= arrivedMs;
	return isDated && (isPassed || isLater);
}

/** What is new of these submissions, each once. */
function newIn({ floorMs, known }: Territory, submissions: TimedSubmission[]): TimedSubmission[] {
	const inside = submissions.filter(({ atMs }) => atMs >= floorMs);
	const byKey = new Map(inside.map((one) => [keyOf(one), one]));
	return [...byKey].flatMap(([key, one]) => (known.has(key) ? [] : one));
}

/** Submissions dated ahead always top the list, so they say nothing about what is below. */
function endsKnown(stretch: Stretch, { submissions, requestedMs }: WalkedPage): boolean {
	const last = submissions.filter(({ atMs }) => atMs <= requestedMs).slice(-KNOWN_RUN);
	return stretch.walk.kind === 'quick' && last.length > 0 && newIn(stretch, last).length === 0;
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
	const nearMs = Math.min(walk.knownToMs, walk.reachedMs + LATENESS_MS);
	const times = [...known.values()].filter((ms) => ms <= nearMs || ms === LATEST_MS);
	const above = times.filter((ms) => ms > walk.reachedMs && ms <= nearMs).sort((a, b) => a - b);
	const room = Math.max(0, max - (times.length - above.length));
	const knownToMs = Math.min(nearMs, (above[room] ?? Infinity) - 1);
	const kept = [...known].filter(([, ms]) => ms <= knownToMs || ms === LATEST_MS);
	return { floorMs, known: new Map(kept), walk: { ...walk, knownToMs } };
}

/**
 * One walk in place of two, which continues where the higher one stands; undefined if one of them
 * doesn't know all IDs between the two places.
 */
export function joined(one: Stretch, other: Stretch): Stretch | undefined {
	const higher = one.walk.reachedMs > other.walk.reachedMs ? one : other;
	const knownToMs = Math.min(one.walk.knownToMs, other.walk.knownToMs);
	if (higher.walk.reachedMs > knownToMs) return undefined;
	return {
		floorMs: Math.min(one.floorMs, other.floorMs),
		known: new Map([...one.known, ...other.known]),
		walk: { ...higher.walk, knownToMs },
	};
}
