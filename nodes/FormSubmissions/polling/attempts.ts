import { BoundedMap } from '../general/boundedMap';
import { remembered } from '../general/remembered';
import { isDue } from './checkpoint';
import type { Gap } from './walk';

/** After this many polls in a row in which it failed at the same place, a gap rests. */
const MAX_FAILURES = 3;

/**
 * How long a gap rests, and how long before an error is shown again (milliseconds): with the polls that
 * it then takes, an error comes hourly.
 */
const HOURLY_MS = 57 * 60_000;

/** How long polls may read nothing because of the rate limit before that is shown (milliseconds). */
const RATE_LIMIT_MAY_PASS_MS = 10 * 60_000;

/** Kept in memory because a failed poll stores nothing. Times are by this machine's clock. */
export type Attempts = {
	/** How many polls there were, and when the last one began. */
	polls: number;
	beganAtMs?: number;
	/** Whether the last poll had no time for a gap: the next one begins with it. */
	isGapNext: boolean;
	/** By the ID of a gap. */
	gaps: Map<number, GapAttempts>;
	/** Since when polls have read nothing because of the rate limit. */
	limitedSinceMs?: number;
	/** When the last error that comes hourly was shown. */
	shownAtMs?: number;
};

type GapAttempts = { placeMs: number; failures: number; failedIn: number; restsSinceMs?: number };

const nodes = remembered(() => new BoundedMap<string, Attempts>(10_000));

/** A node's attempts; callers change them in place. */
export function attemptsOf(nodeKey: string): Attempts {
	const attempts = nodes().get(nodeKey) ?? { polls: 0, isGapNext: false, gaps: new Map() };
	nodes().set(nodeKey, attempts);
	return attempts;
}

/** Forgets what was noted of gaps that are gone. */
export function forgetGaps(attempts: Attempts, gaps: Gap[]): void {
	const ids = new Set(gaps.map(({ id }) => id));
	for (const id of attempts.gaps.keys()) {
		if (!ids.has(id)) attempts.gaps.delete(id);
	}
}

/** Forgets the failures of a gap: what comes next is the first in a row. */
export function forgetGap(attempts: Attempts, { id }: Gap): void {
	attempts.gaps.delete(id);
}

/** Whether a gap is to be read now: not if it rests, nor twice in a poll in which it failed. */
export function isGapDue(attempts: Attempts, { id }: Gap, nowMs: number): boolean {
	const { restsSinceMs, failedIn } = attempts.gaps.get(id) ?? {};
	if (restsSinceMs !== undefined) return isDue(restsSinceMs, HOURLY_MS, nowMs);
	return failedIn !== attempts.polls;
}

/** Whether a gap failed too often, and rests, or is tried after a rest. */
export function isResting(attempts: Attempts, { id }: Gap): boolean {
	return attempts.gaps.get(id)?.restsSinceMs !== undefined;
}

/**
 * Counts the polls in a row in which a gap failed at its first request and came no further; any
 * progress counts from zero. With the third, `rests` is true, and the gap rests for an hour.
 */
export function noteGapFailure(
	attempts: Attempts,
	{ id, placeMs }: Gap,
	nowMs: number,
): { failures: number; rests: boolean } {
	const known = attempts.gaps.get(id);
	const before = known && placeMs >= known.placeMs ? known.failures : 0;
	const failures = before + 1;
	const rests = failures >= MAX_FAILURES;
	attempts.gaps.set(id, {
		placeMs,
		failures: rests ? 1 : failures,
		failedIn: attempts.polls,
		restsSinceMs: rests ? nowMs : undefined,
	});
	return { failures, rests };
}

/** Notes a poll that read nothing because of the rate limit; returns whether to show that now. */
export function noteRateLimit(attempts: Attempts, nowMs: number): boolean {
	attempts.limitedSinceMs ??= nowMs;
	const hasLasted = isDue(attempts.limitedSinceMs, RATE_LIMIT_MAY_PASS_MS, nowMs);
	return hasLasted && claimHourlyError(attempts, nowMs);
}

/** Returns whether an error that comes hourly is to be shown now, and notes that it is. */
export function claimHourlyError(attempts: Attempts, nowMs: number): boolean {
	const { shownAtMs } = attempts;
	if (shownAtMs !== undefined && !isDue(shownAtMs, HOURLY_MS, nowMs)) return false;
	attempts.shownAtMs = nowMs;
	return true;
}
