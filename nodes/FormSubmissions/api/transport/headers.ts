import { isRecord } from '../../general/records';

/** Header values by lower-case name, as n8n's request helper returns them. */
export type ResponseHeaders = Record<string, string | undefined>;

/** Reads a response's headers; those that are neither text nor numbers are dropped. */
export function readHeaders(raw: unknown): ResponseHeaders {
	const headers: ResponseHeaders = {};
	for (const [name, value] of Object.entries(isRecord(raw) ? raw : {})) {
		if (typeof value === 'string') headers[name.toLowerCase()] = value;
		else if (typeof value === 'number') headers[name.toLowerCase()] = String(value);
	}
	return headers;
}

/** An HTTP or ISO date as Unix milliseconds; undefined for anything else, even a bare number. */
export function parseDate(text: string | undefined): number | undefined {
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

/** `X-RateLimit-Remaining`, a number of requests; undefined for anything else. */
export function parseRemaining(header: string | undefined): number | undefined {
	const text = header?.trim() ?? '';
	return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** When the window ends at the latest, according to the header, before comparing clocks. */
export type ResetTime = {
	/** `absolute`: Unix milliseconds by the service's clock. `fromNow`: milliseconds. */
	kind: 'absolute' | 'fromNow';
	latestMs: number;
	/** Set if the size of a `fromNow` number leaves no doubt about its unit. */
	isInMilliseconds?: boolean;
};

/** A number from now above this must be milliseconds, since the window is a minute. */
const MAX_SECONDS_FROM_NOW = 120;
const MIN_UNIX_SECONDS = 1e9;
const MIN_UNIX_MILLISECONDS = 1e12;
const MAX_UNIX_MILLISECONDS = 1e13;

/** Whole seconds may have been rounded down: the real end can be up to a second later. */
const ROUNDING_MS = 1000;

/**
 * Reads `X-RateLimit-Reset`, whose format the specification leaves open (section 8): Unix seconds,
 * Unix milliseconds, seconds from now, milliseconds from now, ISO date or HTTP date.
 * `countsInMilliseconds` means that an earlier value from this service was milliseconds from now,
 * which settles the unit of a small number: read as seconds, the few milliseconds left at the end of a
 * window would stop a walk for a minute.
 */
export function parseRateLimitReset(
	header: string | undefined,
	countsInMilliseconds: boolean,
): ResetTime | undefined {
	const text = header?.trim() ?? '';
	if (/^\d{1,16}(\.\d{1,9})?$/.test(text)) return fromNumber(text, countsInMilliseconds);
	const date = parseDate(text);
	if (date === undefined) return undefined;
	return { kind: 'absolute', latestMs: date + (/:\d\d\.\d/.test(text) ? 0 : ROUNDING_MS) };
}

function fromNumber(text: string, countsInMilliseconds: boolean): ResetTime | undefined {
	const value = Number(text);
	if (value >= MAX_UNIX_MILLISECONDS) return undefined;
	if (value >= MIN_UNIX_MILLISECONDS) return { kind: 'absolute', latestMs: value };
	const kind = value >= MIN_UNIX_SECONDS ? 'absolute' : 'fromNow';
	if (kind === 'fromNow' && (value > MAX_SECONDS_FROM_NOW || countsInMilliseconds)) {
		return { kind, latestMs: value, isInMilliseconds: true };
	}
	return { kind, latestMs: value * 1000 + (text.includes('.') ? 0 : ROUNDING_MS) };
}
