import type { TimedSubmission } from '../api/createdAt';
import type { Checkpoint } from './checkpoint';
import { knownAs, knownBetween, newestKnown, undatedOf, type KnownIds } from './knownIds';
import { LATENESS_MS, type Seen, type Walk } from './walk';

/**
 * IDs that are kept, and as many again for what is left below the floor; some 13 bytes each. A
 * million submissions a day (694 a minute) need up to 17,000. The state stays below 512 kB.
 */
export const MOST_KNOWN = 18_000;

/**
 * Raises the floor to where nothing has to be told apart any more, and forgets the IDs below it.
 * What a walk has still to fetch down there stays its own: it becomes a `rest`.
 */
export function raiseFloor(checkpoint: Checkpoint): Checkpoint {
	return keepNewest(closePassed(checkpoint));
}

/** A walk from the newest that has come below its own mark has seen all that can be from there on. */
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

/** Of more IDs than can be kept, the oldest go; walks that would have needed them take theirs along. */
function keepNewest(checkpoint: Checkpoint): Checkpoint {
	const { fromMs } = newestKnown(checkpoint.known, MOST_KNOWN);
	if (fromMs <= checkpoint.floorMs) return checkpoint;
	const { walks, known, floorMs } = checkpoint;
	const others = walks.filter(({ kind }) => kind !== 'newest' && kind !== 'start');
	const open = walks.filter((walk) => !others.includes(walk)).map(withoutWhatIsAhead);
	const rests = open.flatMap((walk, index) => {
		// What a start has not noted by then lies below the floor, where nothing is new.
		if (walk.kind === 'start') return [];
		// From where it began down it is the next older walk's, and from where it stands in any case.
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

/**
 * A walk that stands among submissions dated ahead has come down to the time at which it began: the
 * floor must not rise over what comes in from then on.
 */
function withoutWhatIsAhead(walk: Walk): Walk {
	const { lastMs, risesToMs = Infinity } = walk;
	return { ...walk, lastMs: Math.min(lastMs, risesToMs + LATENESS_MS) };
}

function forgetBelow(checkpoint: Checkpoint, floorMs: number): Checkpoint {
	return { ...checkpoint, floorMs, known: knownBetween(checkpoint.known, floorMs) };
}

/**
 * What a walk has still to fetch, down to a floor of its own. Where there is no room for all IDs, its
 * floor rises over those that were known before it began.
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

/** What is left of a `rest` after these were returned of it; nothing where it is through. */
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

/** How many IDs there is room for in one more rest. */
function roomBeside(walks: Walk[]): number {
	const taken = walks.reduce((sum, { own }) => sum + (own?.known.size ?? 0), 0);
	return Math.max(0, MOST_KNOWN - taken);
}

/**
 * Adds what is known of the instant at which a rest stands, or has no time of its own, as far as there
 * is room: the rest meets
 * it again only where its cursor is refused, but comes across everything below in any case.
 */
function withInstant(below: KnownIds, known: KnownIds, atMs: number, room: number): KnownIds {
	const same = [...knownBetween(known, atMs, atMs), ...undatedOf(known)];
	return new Map([...below, ...same.slice(0, Math.max(0, room - below.size))]);
}
