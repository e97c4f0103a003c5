import { isAboutKey } from '../errors';
import { BoundedMap } from '../general/boundedMap';
import { remembered } from '../general/remembered';
import { isDue, withWalkAside, type Checkpoint } from './checkpoint';
import type { Collected } from './collect';

/** After this many polls in a row that failed at the same place, a walk is put aside. */
const MAX_FAILURES = 3;

/** How often walks put aside are tried: every hour, even if a poll begins a little late (milliseconds). */
const ASIDE_EVERY_MS = 59 * 60_000;

/** What a poll that throws must not forget, in process memory. Times are by this machine's clock. */
export type Attempts = {
	/** When the last poll began. */
	beganAtMs?: number;
	/** Polls in a row that failed at the same place of the list, and how far down that is. */
	failures: number;
	failedAtMs?: number;
	/** When a walk put aside last failed, whether that was in the last poll, and how often one did. */
	asideFailedMs?: number;
	hasAsideFailed?: boolean;
	asideFailures: number;
};

const nodes = remembered(() => new BoundedMap<string, Attempts>(10_000));

/** A node's attempts; callers change them in place. */
export function attemptsOf(nodeKey: string): Attempts {
	const attempts = nodes().get(nodeKey) ?? { failures: 0, asideFailures: 0 };
	nodes().set(nodeKey, attempts);
	return attempts;
}

/** The checkpoint to continue with: without a walk that failed at the same place once too often. */
export function unstuck(checkpoint: Checkpoint, attempts: Attempts): Checkpoint {
	if (attempts.failures < MAX_FAILURES) return checkpoint;
	// The next walks are quick, so that they don't meet that place again at once.
	return { ...withWalkAside(checkpoint), fullAtMachineMs: Date.now() };
}

/**
 * The walk put aside that is to be tried now, if any: the next one each time one fails, once an hour,
 * and never in two polls in a row.
 */
export function asideToTry({ aside }: Checkpoint, attempts: Attempts): number | undefined {
	const { asideFailedMs = -Infinity, hasAsideFailed = false, asideFailures } = attempts;
	attempts.hasAsideFailed = false;
	const isTime = !hasAsideFailed && isDue(asideFailedMs, ASIDE_EVERY_MS, Date.now());
	return isTime && aside.length > 0 ? asideFailures % aside.length : undefined;
}

export function asideFailed(attempts: Attempts): void {
	attempts.hasAsideFailed = true;
	attempts.asideFailedMs = Date.now();
	attempts.asideFailures++;
}

/** Counts failures at the same place. If not even the newest can be read, no place is to blame. */
export function noteEnd(attempts: Attempts, collected: Collected): void {
	const { error, isListUnreadable } = collected;
	const { walk } = collected.checkpoint;
	if (error === undefined || !walk || isListUnreadable) attempts.failures = 0;
	else if (!isAboutKey(error)) {
		const isSamePlace = attempts.failedAtMs === walk.reachedMs;
		attempts.failures = isSamePlace ? attempts.failures + 1 : 1;
		attempts.failedAtMs = walk.reachedMs;
	}
}
