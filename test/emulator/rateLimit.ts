import type { ApiKey } from './keys';
import { rateHeaders, retryAfterHeader, type RateHeaderOptions } from './rateHeaders';
import { ServiceError } from './serviceError';

export type RateLimitOptions = RateHeaderOptions & {
	/** If false, nothing is counted or refused, but the headers are still sent. Default true. */
	rateLimited?: boolean;
	/** Default 120. */
	limitPerWindow?: number;
	/** Default 60000. */
	windowMs?: number;
};

type Window = { startMs: number; used: number };

export type RateLimit = ReturnType<typeof createRateLimit>;

/** Fixed windows per key; each starts with the key's first request after the previous one. */
export function createRateLimit(options: RateLimitOptions, now: () => number) {
	const { rateLimited = true, limitPerWindow = 120, windowMs = 60_000 } = options;
	const windows = new Map<string, Window>();

	function openWindow(key: ApiKey): Window | undefined {
		const window = windows.get(key.key);
		if (window === undefined) return undefined;
		const ageMs = now() - window.startMs;
		return ageMs >= 0 && ageMs < windowMs ? window : undefined;
	}

	return {
		/** Counts one read request of the key; throws the 429 if it exceeds the limit. */
		count(key: ApiKey): void {
			if (!rateLimited) return;
			const window = openWindow(key) ?? { startMs: now(), used: 0 };
			windows.set(key.key, window);
			if (window.used >= limitPerWindow) {
				throw new ServiceError(
					'rate_limited',
					`More than ${limitPerWindow} requests in ${windowMs} ms`,
					retryAfterHeader(options, now(), window.startMs + windowMs),
				);
			}
			window.used += 1;
		},
		/** The headers of every response. */
		headers(key: ApiKey | undefined): Record<string, string> {
			const window = key && openWindow(key);
			return rateHeaders(options, now(), {
				remaining: limitPerWindow - (window?.used ?? 0),
				resetAtMs: (window?.startMs ?? now()) + windowMs,
			});
		},
	};
}
