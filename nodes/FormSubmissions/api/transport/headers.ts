/** Header values by lower-case name, as n8n's request helper returns them. */
export type ResponseHeaders = Record<string, string | undefined>;

/** Reads a response's headers; those that are neither text nor numbers are dropped. */
export function readHeaders(raw: unknown): ResponseHeaders {
	const headers: ResponseHeaders = {};
	if (typeof raw !== 'object' || raw === null) return headers;
	for (const [name, value] of Object.entries(raw)) {
		if (typeof value === 'string') headers[name.toLowerCase()] = value;
		else if (typeof value === 'number') headers[name.toLowerCase()] = String(value);
	}
	return headers;
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
