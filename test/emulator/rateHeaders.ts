/**
 * The specification leaves the format of the rate headers and of a refusal open, so every format
 * that a client may have to read can be chosen here.
 */
export type ResetFormat =
	| 'unixSeconds'
	| 'unixMilliseconds'
	| 'secondsFromNow'
	| 'iso'
	| 'httpDate'
	| 'absent'
	| 'garbage';

type RetryAfterFormat = 'seconds' | 'date' | 'absent';

export type RateHeaderOptions = {
	/** Default `unixSeconds`. */
	resetFormat?: ResetFormat;
	/** How milliseconds are rounded to whole seconds. Default `up`. */
	resetRounding?: 'up' | 'down';
	/** Default `seconds`. */
	retryAfter?: RetryAfterFormat;
	/** How far the service's clock is ahead of ours. Default 0. */
	clockSkewMs?: number;
};

export function rateHeaders(
	options: RateHeaderOptions,
	nowMs: number,
	window: { remaining: number; resetAtMs: number },
): Record<string, string> {
	const reset = formatReset(options, nowMs, window.resetAtMs);
	return {
		date: httpDate(nowMs + (options.clockSkewMs ?? 0)),
		'x-ratelimit-remaining': String(window.remaining),
		...(reset === undefined ? {} : { 'x-ratelimit-reset': reset }),
	};
}

export function retryAfterHeader(
	options: RateHeaderOptions,
	nowMs: number,
	resetAtMs: number,
): Record<string, string> {
	const value = formatRetryAfter(options, nowMs, resetAtMs);
	return value === undefined ? {} : { 'retry-after': value };
}

function formatReset(
	options: RateHeaderOptions,
	nowMs: number,
	resetAtMs: number,
): string | undefined {
	const serviceResetMs = resetAtMs + (options.clockSkewMs ?? 0);
	switch (options.resetFormat ?? 'unixSeconds') {
		case 'unixSeconds':
			return String(toSeconds(options, serviceResetMs));
		case 'unixMilliseconds':
			return String(serviceResetMs);
		case 'secondsFromNow':
			return String(toSeconds(options, resetAtMs - nowMs));
		case 'iso':
			return new Date(serviceResetMs).toISOString();
		case 'httpDate':
			return httpDate(toSeconds(options, serviceResetMs) * 1000);
		case 'absent':
			return undefined;
		case 'garbage':
			return 'in a little while';
	}
}

function formatRetryAfter(
	options: RateHeaderOptions,
	nowMs: number,
	resetAtMs: number,
): string | undefined {
	switch (options.retryAfter ?? 'seconds') {
		case 'seconds':
			return String(toSeconds(options, resetAtMs - nowMs));
		case 'date':
			return httpDate(toSeconds(options, resetAtMs + (options.clockSkewMs ?? 0)) * 1000);
		case 'absent':
			return undefined;
	}
}

function toSeconds(options: RateHeaderOptions, ms: number): number {
	return options.resetRounding === 'down' ? Math.floor(ms / 1000) : Math.ceil(ms / 1000);
}

function httpDate(ms: number): string {
	return new Date(ms).toUTCString();
}
