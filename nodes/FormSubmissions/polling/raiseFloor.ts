import type { TimedSubmission } from '../api/createdAt';
import type { Checkpoint } from './checkpoint';
import { knownAs, knownBetween, newestKnown, undatedOf, type KnownIds } from './knownIds';
import { LATENESS_MS, type Seen, type Walk } from './walk';

/**
 * IDs to keep from the floor on, and as many again for all `rest`s below it; some 13 bytes each. A
 * million submissions a day (694 a minute) need up to 17,000. The state stays below 512 kB.
 */
export const MOST_KNOWN = 18_000;

/**
 * Raises the floor as far as no later poll needs to tell new from known below it, and forgets the
 * IDs there. A walk that still has submissions to fetch below the new floor becomes a `rest`.
 */
export function raiseFloor(checkpoint: Checkpoint): Checkpoint {
	return keepNewest(closePassed(checkpoint));
}

/** A walk from the newest that has passed its `risesToMs` has seen everything above it. */
function closePassed(checkpoint: Checkpoint): Checkpoint {
	const { walks, known, floorMs } = checkpoint;
	const passed = walks.find(
		({ kind, lastMs, risesToMs = -Infinity }) => kind === 'newest' && lastMs < risesToMs,
	);
	if (passed?.risesToMs === undefined) return forgetBelow(checkpoint, floorMs);
	const markMs = passed.risesToMs;
	const rest = restOf(passed, floorMs, known, walks);
	const others = walks.filter(
		({ kind, risesToMs = -Infinity }) => kind === 'rest' || risesToMs > markMs,
	);
	return forgetBelow({ ...checkpoint, walks: [...others, rest] }, Math.max(floorMs, markMs));
}

/** Drops the oldest IDs beyond the limit; a walk that still needs some keeps them as a `rest`. */
function keepNewest(checkpoint: Checkpoint): Checkpoint {
	const { fromMs } = newestKnown(checkpoint.known, MOST_KNOWN);
	if (fromMs <= checkpoint.floorMs) return checkpoint;
	const { walks, known, floorMs } = checkpoint;
	const others = walks.filter((walk) => !isOpen(walk));
	const open = walks.filter(isOpen).map(withoutWhatIsAhead);
	const rests = open.flatMap((walk, index) => {
		// What a `start` hasn't reached by now lies below the floor, where nothing counts as new.
		if (walk.kind === 'start') return [];
		// Submissions below where the next older walk began, or below where it stands, are left to it.
		const { risesToMs = -Infinity, lastMs = -Infinity } = open[index + 1] ?? {};
		const ownFloorMs = Math.max(floorMs, risesToMs + LATENESS_MS, lastMs + 1);
		return [restOf(walk, ownFloorMs, known, walks)];
	});
	const reachedMs = open.map(({ lastMs }) => lastMs + 1);
	return forgetBelow(
		{ ...checkpoint, walks: [...others, ...rests] },
		Math.max(fromMs, ...reachedMs),
	);
}

/** Whether a walk began at the newest submission and is still on its way down. */
function isOpen({ kind }: Walk): boolean {
	return kind === 'newest' || kind === 'start';
}

/**
 * A walk that stands among submissions dated ahead has only got down to the time at which it began:
 * the floor must not rise above what comes in after that.
 */
function withoutWhatIsAhead(walk: Walk): Walk {
	const { lastMs, risesToMs = Infinity } = walk;
	return { ...walk, lastMs: Math.min(lastMs, risesToMs + LATENESS_MS) };
}

function forgetBelow(checkpoint: Checkpoint, floorMs: number): Checkpoint {
	return { ...checkpoint, floorMs, known: knownBetween(checkpoint.known, floorMs) };
}

/**
 * What a walk still has to fetch, down to a floor of its own. If there isn't room for all IDs, that
 * floor rises above the oldest of those that were known before the walk began.
 */
function restOf(walk: Walk, floorMs: number, known: KnownIds, walks: Walk[]): Walk {
	const room = roomBeside(walks);
	const below = newestKnown(knownBetween(known, floorMs, walk.lastMs - 1), room);
	const own = {
		floorMs: Math.max(floorMs, below.fromMs),
		known: withInstant(below.known, known, walk.lastMs, room),
	};
	return { ...walk, kind: 'rest', own };
}

/** What remains of a `rest` once `fresh` has been returned; empty if it is finished. */
export function restAfter(
	{ territory }: Seen,
	left: Walk | undefined,
	fresh: TimedSubmission[],
	others: Walk[],
): Walk[] {
	if (!left) return [];
	const returned = new Map(fresh.map(knownAs));
	const all = new Map([...territory.known, ...returned]);
	const below = knownBetween(all, -Infinity, left.lastMs - 1);
	const known = withInstant(below, all, left.lastMs, roomBeside(others));
	return [{ ...left, own: { floorMs: territory.floorMs, known } }];
}

/** How many IDs one more rest has room for. */
function roomBeside(walks: Walk[]): number {
	const taken = walks.reduce((sum, { own }) => sum + (own?.known.size ?? 0), 0);
	return Math.max(0, MOST_KNOWN - taken);
}

/**
 * Adds, as far as there is room, the known IDs at the instant where a rest stands and those without
 * a time of their own. The rest meets these again only if its cursor is refused; it always meets
 * those below.
 */
function withInstant(below: KnownIds, known: KnownIds, atMs: number, room: number): KnownIds {
	const same = [...knownBetween(known, atMs, atMs), ...undatedOf(known)];
	return new Map([...below, ...same.slice(0, Math.max(0, room - below.size))]);
}
