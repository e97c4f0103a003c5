import type { ResponseHeaders } from './response';

/** An HTTP or ISO date as Unix milliseconds; undefined for anything else, even a bare number. */
function parseDate(text: string | undefined): number | undefined {
	if (text === undefined || !/[a-z]{3}|\d-\d/i.test(text)) return undefined;
	const milliseconds = Date.parse(text);
	return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

/**
 * `Retry-After` as milliseconds from now (RFC 9110, section 10.2.3: seconds or a date). A date is
 * compared with the response's own `Date`, so that a wrong clock on this machine does no harm.
 */
export function retryAfterMs(headers: ResponseHeaders, nowMs: number): number | undefined {
	const text = headers['retry-after']?.trim() ?? '';
	if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
	const date = parseDate(text);
	if (date === undefined) return undefined;
	return Math.max(0, date - (parseDate(headers.date) ?? nowMs));
}

/**
 * What a response tells of the service's clock (Unix milliseconds), and of the key's window: how many requests are left,
 * and the most milliseconds until it ends. `serviceNowMs` is what that clock shows if there is no `Date`.
 */
export function readRateLimit(
	headers: ResponseHeaders,
	serviceNowMs: number,
): { dateMs?: number; window?: { remaining: number; endsInMs: number } } {
	const dateMs = parseDate(headers.date);
	const remaining = parseRemaining(headers['x-ratelimit-remaining']);
	const endsInMs = parseReset(headers['x-ratelimit-reset'], dateMs ?? serviceNowMs);
	if (remaining === undefined || endsInMs === undefined || endsInMs <= 0) return { dateMs };
	return { dateMs, window: { remaining, endsInMs } };
}

/** `X-RateLimit-Remaining`, a number of requests; undefined for anything else. */
export function parseRemaining(header: string | undefined): number | undefined {
	const text = header?.trim() ?? '';
	return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** A number above this is no time from now in seconds: the window is a minute. */
const MAX_SECONDS_FROM_NOW = 120;
const MIN_UNIX_SECONDS = 1e9;
const MIN_UNIX_MILLISECONDS = 1e12;
const MAX_UNIX_MILLISECONDS = 1e13;

/** Whole seconds may have been rounded down: the real end can be up to a second later. */
const SECONDS_ROUNDING_MS = 1000;

/**
 * The most milliseconds until the window ends, according to `X-RateLimit-Reset`, whose format the
 * specification leaves open (section 8): Unix seconds, Unix milliseconds, seconds from now, or a date.
 * Undefined for anything else. `serviceNowMs` is what the service's clock shows.
 */
export function parseReset(header: string | undefined, serviceNowMs: number): number | undefined {
	const text = header?.trim() ?? '';
	if (/^\d{1,13}(\.\d{1,9})?$/.test(text)) return fromNumber(text, serviceNowMs);
	const date = parseDate(text);
	if (date === undefined) return undefined;
	return date - serviceNowMs + (/:\d\d\.\d/.test(text) ? 0 : SECONDS_ROUNDING_MS);
}

function fromNumber(text: string, serviceNowMs: number): number | undefined {
	const value = Number(text);
	if (value >= MAX_UNIX_MILLISECONDS) return undefined;
	if (value >= MIN_UNIX_MILLISECONDS) return value - serviceNowMs;
	const latestMs = value * 1000 + (text.includes('.') ? 0 : SECONDS_ROUNDING_MS);
	if (value >= MIN_UNIX_SECONDS) return latestMs - serviceNowMs;
	return value <= MAX_SECONDS_FROM_NOW ? latestMs : undefined;
}
