import type { ApiKey } from './keys';
import { ServiceError } from './serviceError';

/** The specification leaves the formats of these headers open: those that a client may have to read. */
export type ResetFormat =
	'unixSeconds' | 'unixMilliseconds' | 'secondsFromNow' | 'iso' | 'absent' | 'garbage';

export type RateLimitOptions = {
	/** Default `unixSeconds`. */
	resetFormat?: ResetFormat;
	/** If false, nothing is counted or refused, but the headers are still sent. Default true. */
	rateLimited?: boolean;
	/** Default 120. */
	limitPerWindow?: number;
};

const WINDOW_MS = 60_000;

type Window = { startMs: number; used: number };

export type RateLimit = ReturnType<typeof createRateLimit>;

/** Fixed windows per key; each starts with the key's first request after the previous one. */
export function createRateLimit(options: RateLimitOptions, now: () => number) {
	const { resetFormat = 'unixSeconds', rateLimited = true, limitPerWindow = 120 } = options;
	const windows = new Map<string, Window>();

	function openWindow(key: ApiKey): Window | undefined {
		const window = windows.get(key.key);
		if (window === undefined) return undefined;
		const ageMs = now() - window.startMs;
		return ageMs >= 0 && ageMs < WINDOW_MS ? window : undefined;
	}

	return {
		/** Counts one read request of the key; throws the 429 if it exceeds the limit. */
		count(key: ApiKey): void {
			if (!rateLimited) return;
			const window = openWindow(key) ?? { startMs: now(), used: 0 };
			windows.set(key.key, window);
			if (window.used >= limitPerWindow) {
				const message = `More than ${limitPerWindow} requests in a minute`;
				const retryAfter = secondsUntil(window.startMs + WINDOW_MS, now());
				throw new ServiceError(429, message, { 'retry-after': retryAfter });
			}
			window.used += 1;
		},
		/** The headers of every response. */
		headers(key: ApiKey | undefined): Record<string, string> {
			const window = key && openWindow(key);
			const reset = formatReset(resetFormat, now(), (window?.startMs ?? now()) + WINDOW_MS);
			return {
				date: new Date(now()).toUTCString(),
				'x-ratelimit-remaining': String(limitPerWindow - (window?.used ?? 0)),
				...(reset === undefined ? {} : { 'x-ratelimit-reset': reset }),
			};
		},
	};
}

function formatReset(format: ResetFormat, nowMs: number, resetAtMs: number): string | undefined {
	switch (format) {
		case 'unixSeconds':
			return String(Math.ceil(resetAtMs / 1000));
		case 'unixMilliseconds':
			return String(resetAtMs);
		case 'secondsFromNow':
			return secondsUntil(resetAtMs, nowMs);
		case 'iso':
			return new Date(resetAtMs).toISOString();
		case 'absent':
			return undefined;
		case 'garbage':
			return 'in a little while';
	}
}

function secondsUntil(atMs: number, nowMs: number): string {
	return String(Math.ceil((atMs - nowMs) / 1000));
}
