import type { TimedSubmission } from '../api/createdAt';
import type { Checkpoint } from './checkpoint';
import { keyOf, knownAs } from './knownIds';
import { raiseFloor, restAfter } from './raiseFloor';
import type { Seen, Walk, WalkKind } from './walk';

/** How often polls check for submissions that became visible late (milliseconds). */
const LOOK_LATE_EVERY_MS = 5 * 60_000;

/** After this many such checks in a row find nothing new, nothing can become visible late. */
const MOST_QUIET_LOOKS = 4;

export type Advance = {
	/** The new submissions, in the order of the list. */
	fresh: TimedSubmission[];
	checkpoint: Checkpoint;
};

/**
 * Returns the new submissions among those that a walk saw, and the next checkpoint. `stored` is the
 * walk's entry in the checkpoint if it continues one that an earlier poll left unfinished.
 */
export function advance(
	checkpoint: Checkpoint,
	stored: Walk | undefined,
	seen: Seen,
	machineNowMs: number,
): Advance {
	const fresh = unknownRows(seen);
	const others = checkpoint.walks.filter((walk) => walk !== stored);
	if (seen.walk.kind === 'rest') {
		const left = seen.end === 'cut' ? leftOf(seen) : undefined;
		return {
			fresh,
			checkpoint: { ...checkpoint, walks: [...others, ...restAfter(seen, left, fresh, others)] },
		};
	}
	const isStart = seen.walk.kind === 'start';
	const next: Checkpoint = {
		...checkpoint,
		floorMs: isStart ? seen.territory.floorMs : checkpoint.floorMs,
		known: new Map([...checkpoint.known, ...fresh.map(knownAs)]),
		walks: others,
		quietLooks: fresh.length > 0 ? 0 : checkpoint.quietLooks,
	};
	return { fresh: isStart ? [] : fresh, checkpoint: settle(next, seen, machineNowMs) };
}

function unknownRows(seen: Seen): TimedSubmission[] {
	const { territory, rows } = seen;
	const taken = new Set<string>();
	return rows.filter((row) => {
		if (row.atMs < territory.floorMs || cameSince(seen, row)) return false;
		const key = keyOf(row);
		if (territory.known.has(key) || taken.has(key)) return false;
		taken.add(key);
		return true;
	});
}

/** Whether a submission came in after the walk began, so that another walk returns it. */
function cameSince({ walk, serviceNowMs }: Seen, { atMs }: TimedSubmission): boolean {
	if (walk.kind === 'newest' || walk.kind === 'late') return false;
	const { firstEndedMs = Infinity } = walk;
	return atMs > walk.lastMs || (atMs > firstEndedMs && atMs <= serviceNowMs);
}

/** The checkpoint after a walk that began at the newest submission. */
function settle(checkpoint: Checkpoint, seen: Seen, machineNowMs: number): Checkpoint {
	const left = leftOf(seen);
	if (seen.end === 'cut') return raiseFloor(left ? put(checkpoint, left) : checkpoint);
	if (seen.end === 'known') {
		const isDue = left !== undefined && isLateLookDue(checkpoint, machineNowMs);
		return raiseFloor(isDue ? put(checkpoint, { ...left, kind: 'late' }) : checkpoint);
	}
	const floorMs = Math.max(checkpoint.floorMs, seen.walk.risesToMs ?? checkpoint.floorMs);
	return raiseFloor({
		...checkpoint,
		floorMs,
		walks: checkpoint.walks.filter((walk) => !isCoveredBy(walk, seen.walk)),
		...(isTimeToLookLate(checkpoint, machineNowMs) && {
			lookedLateAtMachineMs: machineNowMs,
			quietLooks: checkpoint.quietLooks + 1,
		}),
	});
}

/** Whether the walk `by` has seen everything that this one still has to fetch. */
function isCoveredBy({ kind, risesToMs = -Infinity }: Walk, by: Walk): boolean {
	return kind !== 'rest' && risesToMs <= (by.risesToMs ?? -Infinity);
}

function isLateLookDue(checkpoint: Checkpoint, machineNowMs: number): boolean {
	// Unfinished walks from the newest come first, and a `late` one is already in progress.
	const isFree = checkpoint.walks.every(({ kind }) => kind === 'rest');
	const { quietLooks } = checkpoint;
	return isTimeToLookLate(checkpoint, machineNowMs) && isFree && quietLooks < MOST_QUIET_LOOKS;
}

/** Checks at shorter intervals say nothing about what takes ten minutes to become visible. */
function isTimeToLookLate({ lookedLateAtMachineMs }: Checkpoint, machineNowMs: number): boolean {
	// If the clock was set back, the next check must not be delayed by as much.
	return Math.abs(machineNowMs - lookedLateAtMachineMs) >= LOOK_LATE_EVERY_MS;
}

/**
 * The unfinished part of a walk. A walk that has seen nothing leaves none, except a `start`, which
 * still has to be made.
 */
function leftOf({ walk, rows, cursor, serviceNowMs }: Seen): Walk | undefined {
	const last = rows.at(-1);
	if (last) {
		const { firstEndedMs = walk.kind === 'start' ? serviceNowMs : undefined } = walk;
		return { ...walk, firstEndedMs, cursor, lastMs: Math.min(walk.lastMs, last.atMs) };
	}
	return walk.cursor === undefined && walk.kind !== 'start' ? undefined : walk;
}

const ORDER: WalkKind[] = ['start', 'newest', 'late', 'rest'];

/** Walks over the newest submissions continue first: people are waiting for those. */
function put(checkpoint: Checkpoint, walk: Walk): Checkpoint {
	const walks = [...checkpoint.walks, walk].sort(
		(a, b) =>
			ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || (b.risesToMs ?? 0) - (a.risesToMs ?? 0),
	);
	return { ...checkpoint, walks };
}
