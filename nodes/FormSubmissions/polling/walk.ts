import type { TimedSubmission } from '../api/createdAt';
import { keyOf, type KnownIds } from './knownIds';

/** How late a submission may become visible in the list and still be found (milliseconds). */
export const LATENESS_MS = 10 * 60_000;

/** So many known submissions in a row, and a walk for new ones has met what was there before. */
const KNOWN_RUN = 10;

/**
 * - `start`: notes what is there when a trigger starts, and returns none of it.
 * - `newest`: from the newest down to what is known.
 * - `late`: from there on to the floor, for submissions that became visible late.
 * - `rest`: what lies below the floor and a walk had no time for; nothing else returns it.
 */
export type WalkKind = 'start' | 'newest' | 'late' | 'rest';

/** A walk down the list, or what is left of one. Times are Unix milliseconds. */
export type Walk = {
	kind: WalkKind;
	/** Where to go on (cursors are stable, section 4); without it, the walk begins at the newest. */
	cursor?: string;
	/** How far down it has come. */
	lastMs: number;
	/** The floor of the polls to come, once this walk has reached its own; known after one page. */
	risesToMs?: number;
	/** Of a `start` alone: when its first poll ended. What is dated later, and not ahead, came in since. */
	firstEndedMs?: number;
	/** Of a `rest` alone: the floor it had, and what was returned of what it may come across. */
	own?: Territory;
};

/** What is new to a walk: what is not before the floor and not known. */
export type Territory = { floorMs: number; known: KnownIds };

/** Why a walk is over; `cut` means that it is not, and goes on with the next poll. */
export type WalkEnd = 'floor' | 'known' | 'list' | 'cut';

/** What a walk came across in one poll. */
export type Seen = {
	walk: Walk;
	territory: Territory;
	/** In the order of the list. */
	rows: TimedSubmission[];
	end: WalkEnd;
	/** The earliest that the service's clock can have shown at the last page (Unix milliseconds). */
	serviceNowMs: number;
	/** Where the list goes on; undefined at its end, or where nothing was seen of it. */
	cursor?: string;
	/** What kept the walk from going further; nothing where only its time was up. */
	error?: unknown;
};

export function freshWalk(kind: 'start' | 'newest'): Walk {
	return { kind, lastMs: Infinity };
}

/**
 * A walk that begins at the newest again, since the service no longer takes its cursor. It passes
 * over what it has come down to before.
 */
export function withoutCursor(walk: Walk): Walk {
	return { ...walk, cursor: undefined };
}

/**
 * Up to where everything has become visible by now: ten minutes before the newest submission. One
 * that is dated ahead of the service's clock must not raise it past what is yet to come. Undefined
 * for an empty list.
 */
export function settledUpTo(
	firstPage: TimedSubmission[],
	serviceNowMs: number,
): number | undefined {
	const [newest] = firstPage;
	return newest && Math.min(newest.atMs, serviceNowMs) - LATENESS_MS;
}

/**
 * Whether a walk is over after this page, which is read to its end in any case. Submissions dated
 * ahead of the service's clock stand on top of the list whatever comes, so they say nothing about
 * what is below.
 */
export function endAfter(
	{ walk, territory }: Seen,
	page: TimedSubmission[],
	serviceNowMs: number,
): 'floor' | 'known' | undefined {
	if (page.some(({ atMs }) => atMs < territory.floorMs)) return 'floor';
	const last = page.at(-1);
	// A walk that began anew is not over before it is where it was.
	if (walk.kind !== 'newest' || !last || last.atMs >= walk.lastMs) return undefined;
	const run = page.filter(({ atMs }) => atMs <= serviceNowMs).slice(-KNOWN_RUN);
	const isKnown = run.length > 0 && run.every((row) => territory.known.has(keyOf(row)));
	return isKnown ? 'known' : undefined;
}
