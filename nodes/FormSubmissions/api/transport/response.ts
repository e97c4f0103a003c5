import { serviceMessage, situationOfResponse, type Finding } from '../../errors/classification';
import { isRecord } from '../../general/records';
import type { Result } from '../../general/result';

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

/**
 * Reads what n8n's request helper returned: the parsed JSON, or what is wrong. A 2xx is usable
 * unless its JSON says `ok: false`. If the specification shows the response (`isDocumented`),
 * anything but JSON is a problem.
 */
export function readResponse(
	response: unknown,
	headers: ResponseHeaders,
	isDocumented: boolean,
): Result<unknown, Finding> {
	const { statusCode, body }: Record<string, unknown> = isRecord(response) ? response : {};
	const status = Number(statusCode);
	const json = parseJson(body);
	const isSuccess = status >= 200 && status < 300;
	if (!isSuccess || (isRecord(json) && json.ok === false)) {
		const isForeign = json === undefined && typeof body === 'string' && body.trim() !== '';
		const situation = situationOfResponse(status, json, isForeign, isDocumented);
		// Origin and path only: a query could contain a secret.
		const location = headers.location?.replace(/[?#].*$/s, '');
		const problem = { situation, status, serviceMessage: serviceMessage(json), location };
		return { ok: false, problem };
	}
	if (json !== undefined || !isDocumented) return { ok: true, value: json };

	const isCutShort = /json/i.test(headers['content-type'] ?? '') && !looksLikeHtml(body);
	return {
		ok: false,
		problem: isCutShort ? { situation: 'bodyCutShort' } : { situation: 'notThisApi', status },
	};
}

/** The JSON of a body, which n8n may have parsed itself; undefined if it isn't JSON. */
function parseJson(body: unknown): unknown {
	if (typeof body !== 'string') return body;
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}

function looksLikeHtml(body: unknown): boolean {
	return typeof body === 'string' && body.trimStart().startsWith('<');
}

/** An HTTP or ISO date as Unix milliseconds; undefined for anything else, a bare number included. */
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
	const text = headers['retry-after']?.trim();
	if (text === undefined) return undefined;
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
 * which settles the unit of a small number.
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

/**
 * Estimates how far this machine's clock is ahead of the service's, from the `Date` headers of its
 * responses. `Date` has whole seconds, so one response is accurate to a second only; each further
 * one narrows the range. All times are Unix milliseconds of this machine, passed in by the caller.
 */
export class ServiceClock {
	private lead = { atLeastMs: -Infinity, atMostMs: Infinity };

	/** Learns from one response. `dateMs` is its `Date`; undefined if it has none. */
	compare(dateMs: number | undefined, sentAtMs: number, nowMs: number): void {
		if (dateMs === undefined) return;
		const seen = { atLeastMs: sentAtMs - dateMs - 1000, atMostMs: nowMs - dateMs };
		const atLeastMs = Math.max(this.lead.atLeastMs, seen.atLeastMs);
		const atMostMs = Math.min(this.lead.atMostMs, seen.atMostMs);
		// Contradictory bounds mean that a clock was set: start over.
		this.lead = atLeastMs > atMostMs ? seen : { atLeastMs, atMostMs };
	}

	/** The most by which this machine can be ahead (milliseconds); 0 if no `Date` was seen. */
	get maxLeadMs(): number {
		return Number.isFinite(this.lead.atMostMs) ? this.lead.atMostMs : 0;
	}
}
