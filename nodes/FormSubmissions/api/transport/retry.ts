import type { Finding } from '../../errors/nodeErrors';
import { isLasting } from '../../errors/situations';
import { waitLeftMs, type TimeLimits } from '../timeLimits';
import { MAX_WAIT_MS } from './rateBudget';

type Failed = Finding & {
	method: string;
	attempt: number;
	backoffMs: number;
	/** Since when each attempt got 429 (Unix milliseconds). */
	refusedSinceMs: number;
};

/** The pause after an attempt, unless the service asks for more: up to a second, then up to twice as long each time. */
export function backoffAfter(attempt: number): number {
	return Math.random() * 1_000 * 2 ** (attempt - 1);
}

/**
 * Milliseconds until the next attempt; undefined if there must be none. A 429 is waited for where every
 * request waits for the rate limit. A POST is repeated only after 429, by which a server says that it
 * refused the request; after 503 or a lost connection, the first one may have been carried out.
 */
export function retryDelayMs(
	timeLimits: TimeLimits,
	{ situation, method, attempt, backoffMs, refusedSinceMs, status, retryAfterMs }: Failed,
): number | undefined {
	// Where a limit comes back request by request, others may take each one first.
	if (status === 429 && Date.now() - refusedSinceMs < timeLimits.refusedMs) return 0;
	if (attempt >= timeLimits.maxAttempts) return undefined;
	if (status === 429) return 0;
	const isTemporary = status === undefined || status >= 500 || status === 408 || status === 425;
	if (method !== 'GET' || !isTemporary || isLasting(situation)) return undefined;
	const delayMs = Math.min(Math.max(backoffMs, retryAfterMs ?? 0), MAX_WAIT_MS);
	return delayMs > waitLeftMs(timeLimits, Date.now()) ? undefined : delayMs;
}
