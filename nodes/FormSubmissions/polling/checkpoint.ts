import { timed, type TimedSubmission } from '../api/createdAt';
import { isRecord, type SubmissionPage } from '../api/types';

/** How late a submission may become visible in the list and still be found (milliseconds). */
const LATENESS_MS = 10 * 60_000;

/** Ids that are kept to tell the known from the new: some 35 bytes each. */
const MOST_IDS = 1_000;

/** Unfinished walks that are kept; while there are as many, no new one is begun. */
export const MOST_BACKLOGS = 5;

/** How often a poll looks past a first page that holds nothing new (milliseconds). */
const DEEP_LOOK_EVERY_MS = 5 * 60_000;

/** Ids of submissions that were given, with their `createdAt` (Unix milliseconds). */
export type GivenIds = Record<string, number>;

/** A walk down the list to a floor: everything not before it that is not known is new. */
export type Walk = { floorMs: number; known: GivenIds };

/**
 * A walk that ran out of time: it goes on at the cursor, which is stable (section 4). What is not
 * later than `lastMs` and not before the floor is the backlog's own; no other walk gives it.
 */
export type Backlog = Walk & { cursor: string; lastMs: number };

/**
 * What a polling trigger remembers between two polls.
 *
 * A submission is new if it is not before the floor and its id is unknown. The floor lies ten
 * minutes before the newest one given, so equal times and submissions that become visible late are
 * neither lost nor repeated. It is raised so that at most 1,000 ids have to be kept; where more
 * than that share one instant, the whole instant counts as given.
 */
export type Checkpoint = {
	version: 1;
	/** The form and the filters that this is an answer to. */
	question: string;
	newestMs: number;
	floorMs: number;
	given: GivenIds;
	deepLookAtMs: number;
	backlogs: Backlog[];
};

export type ReadCheckpoint =
	| { kind: 'none' }
	| { kind: 'found'; checkpoint: Checkpoint }
	| { kind: 'unreadable' };

/**
 * What was stored, checked. A state of which parts are damaged goes on from the newest time in it
 * (some submissions of that instant may come again); one without such a time, or with a backlog that
 * can't be read, is `unreadable`. A state for another question is none: another form or filter
 * starts from a new baseline.
 */
export function readCheckpoint(stored: unknown, question: string): ReadCheckpoint {
	if (stored === undefined || stored === null) return { kind: 'none' };
	if (!isRecord(stored)) return { kind: 'unreadable' };
	if (typeof stored.question === 'string' && stored.question !== question) return { kind: 'none' };

	const { newestMs, floorMs, given, backlogs = [], deepLookAtMs } = stored;
	if (!isTime(newestMs)) return { kind: 'unreadable' };
	// Without its backlogs a state would skip what they have still to give.
	if (!Array.isArray(backlogs) || !backlogs.every(isBacklog)) return { kind: 'unreadable' };
	const restart: Checkpoint = {
		...startingAt(question, newestMs),
		backlogs: backlogs.map((backlog) => ({ ...backlog, known: { ...backlog.known } })),
	};
	const isWhole = stored.version === 1 && isTime(floorMs) && isGivenIds(given);
	if (!isWhole) return { kind: 'found', checkpoint: restart };
	return {
		kind: 'found',
		checkpoint: {
			...restart,
			floorMs,
			given: { ...given },
			deepLookAtMs: typeof deepLookAtMs === 'number' ? deepLookAtMs : 0,
		},
	};
}

/** Everything from this time on (Unix milliseconds) is new. */
export function startingAt(question: string, fromMs: number): Checkpoint {
	return {
		version: 1,
		question,
		newestMs: fromMs,
		floorMs: fromMs,
		given: {},
		deepLookAtMs: 0,
		backlogs: [],
	};
}

/** What is in the list now (Unix milliseconds) counts as given; everything later is new. */
export function baseline(question: string, newestPage: SubmissionPage, nowMs: number): Checkpoint {
	const rows = timed(newestPage.submissions, nowMs);
	const [newest] = rows;
	if (!newest) return startingAt(question, 0);
	const sameInstant = rows.filter(({ atMs }) => atMs === newest.atMs);
	// Where the page does not show the whole instant, the rest of it is older than this trigger.
	const isWholeInstant = sameInstant.length < rows.length || !newestPage.hasMore;
	const start = startingAt(question, isWholeInstant ? newest.atMs : newest.atMs + 1);
	return { ...start, given: isWholeInstant ? idsOf(sameInstant) : {} };
}

/** The walk from the newest down to the floor, or to where a backlog's own begins. */
export function walkFromNewest({ floorMs, given, backlogs }: Checkpoint): Walk {
	const ends = backlogs.map(({ lastMs }) => lastMs + 1);
	return { floorMs: Math.max(floorMs, ...ends), known: given };
}

/**
 * What is left of a walk that stands at the cursor after these were given. The ids given at the
 * very last instant are kept, so that the walk can also go on without its cursor.
 */
export function restOf(
	walk: Walk | Backlog,
	fresh: TimedSubmission[],
	cursor: string,
	seenMs: number,
): Backlog {
	const lastMs = Math.min('lastMs' in walk ? walk.lastMs : Infinity, seenMs);
	const known = Object.entries({ ...walk.known, ...idsOf(fresh) })
		.filter(([, atMs]) => atMs >= walk.floorMs && atMs <= lastMs)
		.slice(0, 2 * MOST_IDS);
	return { cursor, floorMs: walk.floorMs, lastMs, known: Object.fromEntries(known) };
}

/**
 * Reads one page of a walk. Gives what is new in it, newest first, and whether the walk has come
 * to its end: at the first submission before the floor, or with a page of which all is known
 * (`endsAtKnownPage`). The page is read to its end all the same.
 */
export function readWalkPage(
	walk: Walk | Backlog,
	page: SubmissionPage,
	endsAtKnownPage: boolean,
	seenMs: number,
): { fresh: TimedSubmission[]; isDone: boolean; seenMs: number } {
	const rows = timed(page.submissions, seenMs);
	const inRange = rows.filter(({ atMs }) => atMs >= walk.floorMs);
	// A backlog without its cursor begins at the newest: what is later than its own, it passes over.
	const latestMs = 'lastMs' in walk ? walk.lastMs : Infinity;
	const fresh = inRange.filter(
		({ submission, atMs }) => atMs <= latestMs && !Object.hasOwn(walk.known, submission.id),
	);
	const isPastFloor = inRange.length < rows.length;
	const isAllKnown = rows.length > 0 && fresh.length === 0;
	return {
		fresh,
		isDone: !page.hasMore || isPastFloor || (endsAtKnownPage && isAllKnown),
		seenMs: rows.at(-1)?.atMs ?? seenMs,
	};
}

/** Whether this poll looks past a first page that holds nothing new; backlogs come before that. */
export function isDeepLookDue({ deepLookAtMs, backlogs }: Checkpoint, nowMs: number): boolean {
	// A clock that was set back must not put the next look off for as long.
	return backlogs.length === 0 && Math.abs(nowMs - deepLookAtMs) >= DEEP_LOOK_EVERY_MS;
}

/** The state once these were given; `backlogs` is what is left to walk, the newest first. */
export function advance(
	checkpoint: Checkpoint,
	given: TimedSubmission[],
	backlogs: Backlog[],
	deepLookAtMs: number,
	nowMs: number,
): Checkpoint {
	const newestMs = given.reduce((newest, { atMs }) => Math.max(newest, atMs), checkpoint.newestMs);
	const ids = { ...checkpoint.given, ...idsOf(given) };
	// Not above what the backlogs kept this poll from looking at, and a time that lies ahead of the
	// clock must not make everything up to it count as given.
	const lateMs = Math.min(newestMs, nowMs) - LATENESS_MS;
	const heldMs = checkpoint.backlogs.map(({ lastMs }) => lastMs);
	const floorMs = Math.max(checkpoint.floorMs, Math.min(lateMs, ...heldMs));
	return { ...checkpoint, newestMs, backlogs, deepLookAtMs, ...bounded(ids, floorMs) };
}

/** Drops ids before the floor, and raises the floor until no more than the bound are left. */
function bounded(ids: GivenIds, lowestFloorMs: number): { floorMs: number; given: GivenIds } {
	const kept = Object.entries(ids)
		.filter(([, atMs]) => atMs >= lowestFloorMs)
		.sort(([, a], [, b]) => b - a);
	const firstDropped = kept[MOST_IDS];
	// The instant of the first one dropped can't be told apart any more: all of it counts as given.
	const floorMs = firstDropped ? firstDropped[1] + 1 : lowestFloorMs;
	return { floorMs, given: Object.fromEntries(kept.filter(([, atMs]) => atMs >= floorMs)) };
}

function idsOf(rows: TimedSubmission[]): GivenIds {
	return Object.fromEntries(rows.map(({ submission, atMs }) => [submission.id, atMs]));
}

function isTime(value: unknown): value is number {
	return Number.isFinite(value);
}

function isGivenIds(value: unknown): value is GivenIds {
	return isRecord(value) && Object.values(value).every((atMs) => typeof atMs === 'number');
}

function isBacklog(value: unknown): value is Backlog {
	return (
		isRecord(value) &&
		typeof value.cursor === 'string' &&
		isTime(value.floorMs) &&
		isTime(value.lastMs) &&
		isGivenIds(value.known)
	);
}
