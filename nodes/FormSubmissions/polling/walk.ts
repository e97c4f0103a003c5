import type { TimedSubmission } from '../api/createdAt';
import { keyOf, type KnownIds } from './knownIds';

/** How late a submission may become visible in the list and still be found (milliseconds). */
export const LATENESS_MS = 10 * 60_000;

/** After this many known submissions in a row, a walk has reached what was there before. */
const KNOWN_RUN = 10;

/**
 * - `start`: records what is there when a trigger starts, and returns none of it.
 * - `newest`: goes from the newest submission down to known ones.
 * - `late`: continues from there to the floor, for submissions that became visible late.
 * - `rest`: fetches what another walk had no time for below the floor; nothing else returns it.
 */
export type WalkKind = 'start' | 'newest' | 'late' | 'rest';

/** A walk down the list, or the unfinished part of one. Times are Unix milliseconds. */
export type Walk = {
	kind: WalkKind;
	/** Where to continue (cursors are stable, section 4); if missing, at the newest submission. */
	cursor?: string;
	/** The time of the oldest submission it has reached. */
	lastMs: number;
	/** What the floor rises to once this walk has reached the present one; set by its first page. */
	risesToMs?: number;
	/** Only in a `start`: when its first poll ended. What is dated from then to now came in since. */
	firstEndedMs?: number;
	/** Only in a `rest`: its floor, and the already returned submissions that it may meet. */
	own?: Territory;
};

/** What a walk takes for new: submissions that are not before the floor and not known. */
export type Territory = { floorMs: number; known: KnownIds };

/** Why a walk is over; `cut` means that it isn't, and the next poll continues it. */
export type WalkEnd = 'floor' | 'known' | 'list' | 'cut';

/** What a walk saw in one poll. */
export type Seen = {
	walk: Walk;
	territory: Territory;
	/** In the order of the list. */
	rows: TimedSubmission[];
	end: WalkEnd;
	/** The earliest that the service's clock can have shown at the last page (Unix milliseconds). */
	serviceNowMs: number;
	/** Where the list continues; undefined at its end, or if no page of it was fetched. */
	cursor?: string;
	/** What stopped the walk early; undefined if it only ran out of time. */
	error?: unknown;
};

export function freshWalk(kind: 'start' | 'newest'): Walk {
	return { kind, lastMs: Infinity };
}

/**
 * The same walk from the newest again, because the service no longer accepts its cursor. It skips
 * what it has already seen.
 */
export function withoutCursor(walk: Walk): Walk {
	return { ...walk, cursor: undefined };
}

/**
 * The time up to which everything has become visible: ten minutes before the newest submission, or
 * before now if that is dated ahead of the service's clock, so that what is yet to come stays above
 * it. Undefined for an empty list.
 */
export function settledUpTo(
	firstPage: TimedSubmission[],
	serviceNowMs: number,
): number | undefined {
	const [newest] = firstPage;
	return newest && Math.min(newest.atMs, serviceNowMs) - LATENESS_MS;
}

/**
 * Why a walk ends with this page, if it does; the page is read to its end either way. Submissions
 * dated ahead of the service's clock always top the list, so they say nothing about what is below.
 */
export function endAfter(
	{ walk, territory }: Seen,
	page: TimedSubmission[],
	serviceNowMs: number,
): 'floor' | 'known' | undefined {
	if (page.some(({ atMs }) => atMs < territory.floorMs)) return 'floor';
	const last = page.at(-1);
	// A walk that began again isn't over until it is back where it stopped.
	if (walk.kind !== 'newest' || !last || last.atMs >= walk.lastMs) return undefined;
	const run = page.filter(({ atMs }) => atMs <= serviceNowMs).slice(-KNOWN_RUN);
	const isKnown = run.length > 0 && run.every((row) => territory.known.has(keyOf(row)));
	return isKnown ? 'known' : undefined;
}
