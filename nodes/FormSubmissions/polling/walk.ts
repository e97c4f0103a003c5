import { lastTimesMs, reachedMs, type TimedSubmission } from '../api/createdAt';
import { keyOf, LATEST_MS, MAX_KNOWN, withIdsOf, withinLimit, type Territory } from './territory';

/** How late a submission may become visible in the list and still be found (milliseconds). */
const LATENESS_MS = 10 * 60_000;

/** How far `createdAt` may be off the list's order at the floor (milliseconds). */
const DISORDER_MS = 5_000;

/** After this many known submissions in a row, a quick walk has reached what was there before. */
const KNOWN_RUN = 10;

/** A walk down the list, or the unfinished part of one. Times are Unix milliseconds. */
export type Walk = {
	/**
	 * - `start`: records what is there when a trigger starts, and returns none of it.
	 * - `quick`: goes from the newest submission down to known ones.
	 * - `full`: goes down to the floor, for submissions that became visible late.
	 */
	kind: 'start' | 'quick' | 'full';
	/** Where to continue (cursors are stable, section 4); if missing, at the newest submission. */
	cursor?: string;
	/** The newest submission when it began, but not ahead of the service's clock. */
	newestMs?: number;
	/** What later walks take for new. A `start` prepares none: what it records is its own. */
	next?: Territory;
	/** The times of the last ten submissions. */
	lastTimesMs: number[];
	/** The time down to which it has come. */
	reachedMs: number;
	/** The known IDs are complete up to this time. */
	knownToMs: number;
	/** Known submissions in a row so far. */
	knownRun: number;
	/** Only in a `start`: when the last page of its first poll arrived. */
	startedMs?: number;
	isContinued?: boolean;
};

/** A walk with what it takes for new. */
export type Stretch = Territory & { walk: Walk };

/** One page of the list. Times are the earliest that the service's clock can have shown. */
export type WalkedPage = {
	submissions: TimedSubmission[];
	nextCursor: string | null;
	requestedMs: number;
	arrivedMs: number;
};

/** What a page of a walk leads to. */
export type Passed = {
	/** The new submissions, in the order of the list. */
	fresh: TimedSubmission[];
	stretch: Stretch;
	/** Why the walk is over: the list ends, all that follows is old, or known. */
	end?: 'list' | 'floor' | 'known';
};

export function newWalk(kind: Walk['kind']): Walk {
	const isAt = { reachedMs: LATEST_MS, knownToMs: LATEST_MS };
	return { kind, ...isAt, lastTimesMs: [], knownRun: 0 };
}

/** The walk as the poll after the one that left it unfinished continues it. */
export function continued(walk: Walk): Walk {
	return { ...walk, kind: walk.kind === 'start' ? 'start' : 'full', isContinued: true };
}

/** The walk from the newest submission again, because the service no longer accepts its cursor. */
export function begunAgain(walk: Walk): Walk {
	return { ...walk, cursor: undefined, lastTimesMs: [] };
}

/** Whether a walk that began again has yet to come back to where it stood. */
export function isBehind(walk: Walk): boolean {
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
		knownRun: knownRunAfter(stretch, page),
		startedMs: walk.isContinued ? walk.startedMs : page.arrivedMs,
	};
	const passed = { floorMs, known: withIdsOf(known, fresh), walk: after };
	if (page.nextCursor === null) return { fresh, stretch: passed, end: 'list' };
	if (reachedMs(lastTimes) < floorMs) return { fresh, stretch: passed, end: 'floor' };
	const isKnown = walk.kind === 'quick' && after.knownRun >= KNOWN_RUN;
	return isKnown ? { fresh, stretch: passed, end: 'known' } : { fresh, stretch: pruned(passed) };
}

/**
 * Sets what only a walk's first submissions show. Ten minutes before the newest, everything has
 * become visible: nothing below can still appear after the walk has passed. If the newest is dated
 * ahead, the service's clock counts, so that what is yet to come stays above.
 */
function begun(stretch: Stretch, { submissions, requestedMs }: WalkedPage): Stretch {
	const { walk, known } = stretch;
	const [newest] = submissions;
	if (walk.newestMs !== undefined || !newest) return stretch;
	const newestMs = Math.min(newest.atMs, requestedMs);
	const floorMs = Math.max(stretch.floorMs, newestMs - LATENESS_MS - DISORDER_MS);
	if (walk.kind === 'start') return { floorMs, known, walk: { ...walk, newestMs } };
	return { ...stretch, walk: { ...walk, newestMs, next: { floorMs, known: new Map() } } };
}

/**
 * Whether another walk has returned a submission or will: what a walk that began again has already
 * passed, or what came in after the first poll of a `start`.
 */
function isLeftToNext(walk: Walk, { atMs }: TimedSubmission, { arrivedMs }: WalkedPage): boolean {
	if (isBehind(walk) && atMs > walk.knownToMs) return true;
	const { kind, isContinued, startedMs = LATEST_MS } = walk;
	return kind === 'start' && isContinued === true && atMs > startedMs && atMs <= arrivedMs;
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
function knownRunAfter({ walk, known }: Stretch, { submissions, requestedMs }: WalkedPage): number {
	const telling = submissions.filter(({ atMs }) => atMs <= requestedMs);
	const lastNew = telling.map((one) => known.has(keyOf(one))).lastIndexOf(false);
	return lastNew === -1 ? walk.knownRun + telling.length : telling.length - 1 - lastNew;
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
 * Keeps the known IDs below where a walk stands, and those up to ten minutes above: it may meet them
 * again in a list out of order, or if it has to begin again. Beyond `max`, the latter go first, for
 * a walk that goes on needs only those below; then the floor rises above the oldest.
 */
export function downFrom({ floorMs, known, walk }: Stretch, max: number): Stretch {
	const knownToMs = Math.min(walk.knownToMs, walk.reachedMs + LATENESS_MS);
	const isBelow = (atMs: number) => atMs < walk.reachedMs;
	const distance = (atMs: number) => Math.abs(atMs - walk.reachedMs);
	const byNeed = (a: number, b: number) =>
		Number(isBelow(b)) - Number(isBelow(a)) || distance(a) - distance(b);
	const needed = [...known].filter(([, atMs]) => atMs <= knownToMs || atMs === LATEST_MS);
	if (needed.length > max) needed.sort(([, a], [, b]) => byNeed(a, b));
	const droppedMs = needed.splice(max).map(([, atMs]) => atMs);
	const newestBelowMs = droppedMs.find(isBelow) ?? -Infinity;
	const oldestAboveMs = droppedMs.find((atMs) => !isBelow(atMs)) ?? Infinity;
	return {
		floorMs: Math.max(floorMs, newestBelowMs + 1),
		known: new Map(needed),
		walk: { ...walk, knownToMs: Math.min(knownToMs, Math.max(oldestAboveMs - 1, walk.reachedMs)) },
	};
}
