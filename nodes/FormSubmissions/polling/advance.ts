import type { TimedSubmission } from '../api/createdAt';
import type { Checkpoint } from './checkpoint';
import { keyOf, knownAs } from './knownIds';
import { raiseFloor, restAfter } from './raiseFloor';
import type { Seen, Walk, WalkKind } from './walk';

/** How often polls look for submissions that became visible late (milliseconds). */
const LOOK_LATE_EVERY_MS = 5 * 60_000;

/** After so many such looks in which nothing new was found, nothing can become visible late. */
const MOST_QUIET_LOOKS = 4;

export type Advance = {
	/** What is new, in the order of the list. */
	fresh: TimedSubmission[];
	checkpoint: Checkpoint;
};

/**
 * What is new of what a walk has seen, and the state after it. `stored` is the walk as the checkpoint
 * has it, where it goes on with what is left of an earlier poll's.
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

/** Whether a submission came in since the walk began, so that it is another walk's to return. */
function cameSince({ walk, serviceNowMs }: Seen, { atMs }: TimedSubmission): boolean {
	if (walk.kind === 'newest' || walk.kind === 'late') return false;
	const { firstEndedMs = Infinity } = walk;
	return atMs > walk.lastMs || (atMs > firstEndedMs && atMs <= serviceNowMs);
}

/** What becomes of a walk that began at the newest. */
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

/** Whether another walk has seen all that this one has still to see. */
function isCoveredBy({ kind, risesToMs = -Infinity }: Walk, by: Walk): boolean {
	return kind !== 'rest' && risesToMs <= (by.risesToMs ?? -Infinity);
}

function isLateLookDue(checkpoint: Checkpoint, machineNowMs: number): boolean {
	// What is left of a walk from the newest comes first; `late` is in progress.
	const isFree = checkpoint.walks.every(({ kind }) => kind === 'rest');
	const { quietLooks } = checkpoint;
	return isTimeToLookLate(checkpoint, machineNowMs) && isFree && quietLooks < MOST_QUIET_LOOKS;
}

/** Walks to the floor that follow sooner say nothing of what takes ten minutes to become visible. */
function isTimeToLookLate({ lookedLateAtMachineMs }: Checkpoint, machineNowMs: number): boolean {
	// A clock that was set back must not put the next look off for as long.
	return Math.abs(machineNowMs - lookedLateAtMachineMs) >= LOOK_LATE_EVERY_MS;
}

/**
 * What is left of a walk; one that has seen nothing yet has nothing to go on with, but a start has
 * still to be made.
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

/** The newest go on first: what came in last is what people wait for. */
function put(checkpoint: Checkpoint, walk: Walk): Checkpoint {
	const walks = [...checkpoint.walks, walk].sort(
		(a, b) =>
			ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || (b.risesToMs ?? 0) - (a.risesToMs ?? 0),
	);
	return { ...checkpoint, walks };
}
