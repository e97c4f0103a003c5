/** The maximum number of requests per call, including the first. */
export const MAX_ATTEMPTS = 5;

/** The service counts per minute (section 8); the extra second allows for rounded headers. */
export const MAX_WINDOW_MS = 61_000;

/** Statuses, besides 429, after which a GET is retried: the failure may be temporary. */
export const RETRIED_STATUSES = [408, 425, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529];

/** What is known about a failed attempt. */
export type FailedAttempt = {
	method: 'GET' | 'POST';
	/** HTTP status; undefined if no complete response arrived (connection, timeout, body cut off). */
	status?: number;
	/** 1 for the first attempt. */
	attempt: number;
	maxAttempts: number;
	/** The response's `Retry-After`, if it had one (milliseconds from now). */
	retryAfterMs?: number;
	/** Milliseconds until the rate limit window ends, if known. */
	resetInMs?: number;
	/** 0 to 1, from the caller, so that this stays pure. */
	random: number;
};

/**
 * Milliseconds to wait before retrying the request; undefined if it must not be retried.
 *
 * A POST is retried only after 429, by which a server says that it refused the request; after 503 or
 * a dropped connection, the first one may have been carried out.
 */
export function retryDelayMs(failed: FailedAttempt): number | undefined {
	if (failed.attempt >= failed.maxAttempts) return undefined;
	if (failed.status === 429) return afterRefusal(failed);
	if (failed.method !== 'GET') return undefined;
	if (failed.status !== undefined && !RETRIED_STATUSES.includes(failed.status)) return undefined;

	const fullJitter = failed.random * Math.min(1000 * 2 ** (failed.attempt - 1), 30_000);
	return Math.min(Math.max(fullJitter, failed.retryAfterMs ?? 0), MAX_WINDOW_MS);
}

/**
 * After a refusal, waits as long as the service says. If it says nothing, or what it said was too
 * short before, the waits grow, so that four of them together outlast any window of a minute.
 */
function afterRefusal({ attempt, retryAfterMs, resetInMs, random }: FailedAttempt): number {
	const said = retryAfterMs ?? resetInMs;
	const growing = Math.min(10_000 * 2 ** (attempt - 1), 60_000) * (0.5 + random / 2);
	if (said === undefined) return growing;
	return Math.min(attempt === 1 ? said : Math.max(said, growing), MAX_WINDOW_MS);
}
