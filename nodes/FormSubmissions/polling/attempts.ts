import { BoundedMap } from '../general/boundedMap';
import { isWithin } from '../general/isWithin';
import { remembered } from '../general/remembered';
import type { Gap } from './walk';

/** A gap rests after it has failed at the same place in this many polls in a row. */
const MAX_FAILURES = 3;

/**
 * How long a gap rests, and how long until an error is shown again (milliseconds). With the polls that
 * it then takes, errors come about once an hour.
 */
const HOURLY_MS = 57 * 60_000;

/** How long polls may read nothing because of the rate limit before that is shown (milliseconds). */
const RATE_LIMIT_MAY_PASS_MS = 10 * 60_000;

/**
 * Kept in memory because a failed poll stores nothing. Times are by this machine's clock; only the
 * beginnings and places of gaps are by the service's.
 */
export type Attempts = {
	/** When the last poll began. */
	beganAtMachineMs?: number;
	/** Whether the last poll had no time for the gaps: the next one begins with them. */
	isGapNext: boolean;
	/** By the gap's `beganMs`, which no other gap shares. */
	gaps: Map<number, GapAttempts>;
	/** Since when polls have read nothing because of the rate limit. */
	limitedSinceMs?: number;
	/** When an hourly error was last shown. */
	shownAtMs?: number;
	/** Whether the last poll showed one instead of what it had read: the next one returns that. */
	areItemsNext?: boolean;
};

type GapAttempts = {
	/**
	 * How far down the gap had come when it last failed. Any page read at its cursor resets the count;
	 * while it searches, only a lower place does, not the pages above the same bad page.
	 */
	placeMs: number;
	failures: number;
	restsSinceMs?: number;
};

const nodes = remembered(() => new BoundedMap<string, Attempts>(10_000));

/** A node's attempts; callers change them in place. */
export function attemptsOf(nodeKey: string): Attempts {
	const attempts = nodes().get(nodeKey) ?? { isGapNext: false, gaps: new Map() };
	nodes().set(nodeKey, attempts);
	return attempts;
}

/** Forgets the failures of gaps that are gone. */
export function forgetGoneGaps(attempts: Attempts, gaps: Gap[]): void {
	const begun = new Set(gaps.map(({ beganMs }) => beganMs));
	for (const beganMs of attempts.gaps.keys()) {
		if (!begun.has(beganMs)) attempts.gaps.delete(beganMs);
	}
}

/** Forgets the failures of a gap: what comes next is the first in a row. */
export function forgetFailures(attempts: Attempts, { beganMs }: Gap): void {
	attempts.gaps.delete(beganMs);
}

/** Whether a gap is to be read now: not while it rests. */
export function isGapDue(attempts: Attempts, { beganMs }: Gap, nowMs: number): boolean {
	const { restsSinceMs } = attempts.gaps.get(beganMs) ?? {};
	return restsSinceMs === undefined || !isWithin(HOURLY_MS, restsSinceMs, nowMs);
}

/** Whether a gap failed too often and has neither failed again nor read a page at its cursor since. */
export function isResting(attempts: Attempts, { beganMs }: Gap): boolean {
	return attempts.gaps.get(beganMs)?.restsSinceMs !== undefined;
}

/**
 * Counts the polls in a row in which a gap's first request failed; once the gap's place has fallen, the
 * count starts over. At the third failure, `rests` is true, and the gap rests for an hour. After that,
 * it counts as having failed once: at the next failure, it searches for its place, and at the one after
 * that, it rests again.
 */
export function noteGapFailure(
	attempts: Attempts,
	{ beganMs, placeMs }: Gap,
	nowMs: number,
): { failures: number; rests: boolean } {
	const last = attempts.gaps.get(beganMs);
	const before = last && placeMs >= last.placeMs ? last.failures : 0;
	const failures = before + 1;
	const rests = failures >= MAX_FAILURES;
	attempts.gaps.set(beganMs, {
		placeMs,
		failures: rests ? 1 : failures,
		restsSinceMs: rests ? nowMs : undefined,
	});
	return { failures, rests };
}

/** Notes a poll that read nothing because of the rate limit; returns whether to show that now. */
export function noteRateLimit(attempts: Attempts, nowMs: number): boolean {
	attempts.limitedSinceMs ??= nowMs;
	const hasLasted = !isWithin(RATE_LIMIT_MAY_PASS_MS, attempts.limitedSinceMs, nowMs);
	return hasLasted && claimHourlyError(attempts, nowMs);
}

/** Returns whether an hourly error is due now; if so, notes that it is shown. */
export function claimHourlyError(attempts: Attempts, nowMs: number): boolean {
	const { shownAtMs } = attempts;
	if (shownAtMs !== undefined && isWithin(HOURLY_MS, shownAtMs, nowMs)) return false;
	attempts.shownAtMs = nowMs;
	return true;
}
