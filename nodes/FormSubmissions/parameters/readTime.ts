import { tryToParseDateTime, type IExecuteFunctions, type IPollFunctions } from 'n8n-workflow';

import { inputError } from '../errors/errors';

/** Numbers from here on count milliseconds since 1970, smaller ones seconds. */
const SMALLEST_MILLISECONDS = 100_000_000_000;

const ZONE = '( ?(Z|GMT|UTC|[+-]\\d\\d:?(\\d\\d)?))?';

/**
 * How a date can be written, with its day. Anything else, JavaScript's own parser would be asked
 * about, which finds a date in nearly every text with a number, and in the zone of the server.
 */
const DATE_TEXTS = [
	new RegExp(`^\\d{4}-\\d\\d(-(?<day>\\d\\d)([T ]\\d\\d:\\d\\d(:\\d\\d([.,]\\d+)?)?${ZONE})?)?$`),
	new RegExp(`^\\d{6}(?<day>\\d\\d)(T\\d{4}(\\d\\d)?${ZONE})?$`),
	new RegExp(
		`^([A-Z][a-z]{2}, )?(?<day>\\d{1,2}) [A-Z][a-z]{2} \\d{4} \\d\\d:\\d\\d(:\\d\\d)?${ZONE}$`,
	),
];

/**
 * What a date field holds, as Unix milliseconds; undefined where it is empty. The date picker and
 * plain texts give a time without a zone: it is in the workflow's. Expressions also give objects of
 * n8n (`$now`), numbers (Unix seconds or milliseconds) and times with a zone.
 */
export function readTime(
	context: IExecuteFunctions | IPollFunctions,
	value: unknown,
	fieldName: string,
): number | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const ms = toMs(value, context.getTimezone());
	if (ms !== undefined) return ms;
	throw inputError(
		context.getNode(),
		`${fieldName} holds no date: "${String(value).slice(0, 50)}". Choose one with the date picker, or enter one like 2026-01-31 or 2026-01-31T09:00.`,
	);
}

function toMs(value: unknown, zone: string): number | undefined {
	if (typeof value === 'object') return parse(value, zone)?.toMillis();
	const text = String(value).trim();
	if (/^\d{9,}$/.test(text) || typeof value === 'number') return fromNumber(Number(text));
	return fromText(text, zone);
}

function fromText(text: string, zone: string): number | undefined {
	const [match] = DATE_TEXTS.map((pattern) => pattern.exec(text)).filter(Boolean);
	const date = match ? parse(text, zone) : undefined;
	const day = match?.groups?.day;
	// 30 February would be taken for the second of March.
	return day === undefined || Number(day) === date?.day ? date?.toMillis() : undefined;
}

function fromNumber(value: number): number | undefined {
	const ms = value < SMALLEST_MILLISECONDS ? value * 1000 : value;
	return value > 0 && !Number.isNaN(new Date(ms).getTime()) ? ms : undefined;
}

function parse(value: unknown, zone: string) {
	if (Array.isArray(value)) return undefined;
	try {
		return tryToParseDateTime(value, zone);
	} catch {
		return undefined;
	}
}
