/**
 * Who makes a request. `poll`: has a deadline and returns every minute. `person`: someone is
 * waiting for a request or two. `walk`: fetches a list of any length.
 */
export type Priority = 'poll' | 'person' | 'walk';

/** One run of a node, as the budget sees it; `sent` is how many requests it has sent so far. */
export type Caller = { priority: Priority; sent: number };

/** How long after a poll's last request, sent or not, others are expected (milliseconds). */
export const POLLS_EXPECTED_MS = 15 * 60_000;

/**
 * What is reserved is released one by one toward the end of a window, each request this long before
 * the next (milliseconds): fewer polls are still to come, and a walk has time to use what is left.
 */
const RELEASE_MS_EACH = 2_000;

/**
 * How many requests the caller leaves to others while polls are expected, in a window that lasts
 * `windowMs` more: a walk up to 30, and a poll that continues a backlog up to 10, for the first
 * requests of other polls.
 */
export function reserveFor({ priority, sent }: Caller, windowMs: number): number {
	const isBacklog = priority === 'poll' && sent > 0;
	const most = priority === 'walk' ? 30 : isBacklog ? 10 : 0;
	return Math.min(most, Math.floor(windowMs / RELEASE_MS_EACH));
}

/** Milliseconds until less than `free` is reserved, in a window that lasts `windowMs` more. */
export function releaseInMs(free: number, windowMs: number): number {
	return free > 0 ? windowMs - free * RELEASE_MS_EACH + 1 : windowMs;
}
