import { isAboutKey } from '../errors/errors';
import { BoundedMap } from '../general/boundedMap';
import { withWalkAside, type Checkpoint } from './checkpoint';
import type { Collected } from './collect';

/** After this many polls in a row that failed at the same place, a walk is put aside. */
const MAX_FAILURES = 3;

/** How often walks put aside are tried (milliseconds). */
const ASIDE_EVERY_MS = 60 * 60_000;

/**
 * What this process remembers of a node's polls besides what n8n stores, which a poll that throws
 * would lose. Times are Unix milliseconds of this machine.
 */
export type Attempts = {
	/** When the last poll began. */
	beganAtMs?: number;
	/** Polls in a row that failed at the same place of the list, and how far down that is. */
	failures: number;
	failedAtMs?: number;
	/** When the walks put aside were last tried in vain. */
	asideFailedMs?: number;
};

const nodes = new BoundedMap<string, Attempts>(10_000);

/** The attempts of a node, to be changed in place. */
export function attemptsOf(nodeKey: string): Attempts {
	const attempts = nodes.get(nodeKey) ?? { failures: 0 };
	nodes.set(nodeKey, attempts);
	return attempts;
}

/** The checkpoint to go on with: without a walk that failed at the same place once too often. */
export function unstuck(checkpoint: Checkpoint, attempts: Attempts): Checkpoint {
	if (attempts.failures < MAX_FAILURES) return checkpoint;
	attempts.asideFailedMs ??= Date.now();
	return withWalkAside(checkpoint);
}

/** Whether the walks put aside are to be tried now. */
export function isAsideDue({ aside }: Checkpoint, { asideFailedMs }: Attempts): boolean {
	// If the clock was set back, the next try must not be delayed by as much.
	const elapsedMs = asideFailedMs === undefined ? Infinity : Math.abs(Date.now() - asideFailedMs);
	return aside.length > 0 && elapsedMs >= ASIDE_EVERY_MS;
}

/** Counts failures at the same place. If not even the newest can be read, no place is to blame. */
export function note(
	attempts: Attempts,
	{ error, checkpoint: { walk }, isListUnreadable }: Collected,
): void {
	if (error === undefined || !walk || isListUnreadable) attempts.failures = 0;
	else if (!isAboutKey(error)) {
		const isSamePlace = attempts.failedAtMs === walk.reachedMs;
		attempts.failures = isSamePlace ? attempts.failures + 1 : 1;
		attempts.failedAtMs = walk.reachedMs;
	}
}
