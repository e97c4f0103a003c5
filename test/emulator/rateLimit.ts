import type { ApiKey } from './keys';
import { ServiceError } from './serviceError';

/** The specification leaves the formats of these headers open: those that a client may have to read. */
export type ResetFormat =
	| 'unixSeconds'
	| 'unixMilliseconds'
	| 'secondsFromNow'
	| 'iso'
	| 'absent'
	| 'garbage';

type RateHeaderOptions = {
	/** Default `unixSeconds`. */
	resetFormat?: ResetFormat;
	/** Default `seconds`. */
	retryAfter?: 'seconds' | 'date' | 'absent';
	/** How far the service's clock is ahead of ours. Default 0. */
	clockSkewMs?: number;
};

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
					429,
					`More than ${limitPerWindow} requests in ${windowMs} ms`,
					retryAfterHeader(options, now(), window.startMs + windowMs),
				);
			}
			window.used += 1;
		},
		/** The headers of every response. */
		headers(key: ApiKey | undefined): Record<string, string> {
			const window = key && openWindow(key);
			const reset = formatReset(options, now(), (window?.startMs ?? now()) + windowMs);
			return {
				date: httpDate(now() + (options.clockSkewMs ?? 0)),
				'x-ratelimit-remaining': String(limitPerWindow - (window?.used ?? 0)),
				...(reset === undefined ? {} : { 'x-ratelimit-reset': reset }),
			};
		},
	};
}

function formatReset(
	{ resetFormat = 'unixSeconds', clockSkewMs = 0 }: RateHeaderOptions,
	nowMs: number,
	resetAtMs: number,
): string | undefined {
	const serviceResetMs = resetAtMs + clockSkewMs;
	switch (resetFormat) {
		case 'unixSeconds':
			return String(Math.ceil(serviceResetMs / 1000));
		case 'unixMilliseconds':
			return String(serviceResetMs);
		case 'secondsFromNow':
			return String(Math.ceil((resetAtMs - nowMs) / 1000));
		case 'iso':
			return new Date(serviceResetMs).toISOString();
		case 'absent':
			return undefined;
		case 'garbage':
			return 'in a little while';
	}
}

function retryAfterHeader(
	{ retryAfter = 'seconds', clockSkewMs = 0 }: RateHeaderOptions,
	nowMs: number,
	resetAtMs: number,
): Record<string, string> {
	if (retryAfter === 'absent') return {};
	const seconds = String(Math.ceil((resetAtMs - nowMs) / 1000));
	const date = httpDate(Math.ceil((resetAtMs + clockSkewMs) / 1000) * 1000);
	return { 'retry-after': retryAfter === 'date' ? date : seconds };
}

function httpDate(ms: number): string {
	return new Date(ms).toUTCString();
}
