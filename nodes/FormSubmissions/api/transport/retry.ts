/** Requests that one call makes at most, the first included. */
export const MAX_ATTEMPTS = 5;

/** The service counts by the minute (section 8); the second above it is for rounded headers. */
export const LONGEST_WAIT_MS = 61_000;

/** Of GET requests, beside 429: what the service or a proxy before it may answer otherwise soon. */
/** Statuses after which the same request may succeed. */
export const RETRIED_STATUSES = [408, 425, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529];

/** What is known of an attempt that did not succeed. */
export type FailedAttempt = {
	method: 'GET' | 'POST';
	/** HTTP status; undefined where no whole answer arrived (connection, time-out, body cut short). */
	status: number | undefined;
	/** 1 for the first attempt. */
	attempt: number;
	maxAttempts: number;
	/** What the answer said, if it said anything: milliseconds from now. */
	retryAfterMs?: number;
	/** Milliseconds until the rate limit window ends, if known. */
	resetInMs?: number;
	/** 0 to 1, from the caller, so that this stays pure. */
	random: number;
};

/**
 * Milliseconds to wait before the same request is sent again; undefined: don't send it again.
 *
 * A POST is repeated after 429 only: there the service said that it did nothing, whereas after 503
 * or a cut connection the first may have arrived.
 */
export function retryDelayMs(failed: FailedAttempt): number | undefined {
	if (failed.attempt >= failed.maxAttempts) return undefined;
	if (failed.status === 429) return afterRefusal(failed);
	if (failed.method !== 'GET') return undefined;
	if (failed.status !== undefined && !RETRIED_STATUSES.includes(failed.status)) return undefined;

	const fullJitter = failed.random * Math.min(1000 * 2 ** (failed.attempt - 1), 30_000);
	return Math.min(Math.max(fullJitter, failed.retryAfterMs ?? 0), LONGEST_WAIT_MS);
}

/**
 * A refusal is waited out for as long as the service says. Where it says nothing, or where what it
 * said was too short once already, the waits grow so that four of them outlast any window of a minute.
 */
function afterRefusal({ attempt, retryAfterMs, resetInMs, random }: FailedAttempt): number {
	const said = retryAfterMs ?? resetInMs;
	const growing = Math.min(10_000 * 2 ** (attempt - 1), 60_000) * (0.5 + random / 2);
	if (said === undefined) return growing;
	return Math.min(attempt === 1 ? said : Math.max(said, growing), LONGEST_WAIT_MS);
}
