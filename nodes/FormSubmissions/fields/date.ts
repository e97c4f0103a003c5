import { tryToParseDateTime, type INodeProperties } from 'n8n-workflow';

import type { Field } from './field';
import { quoteValue } from './entered';
import { field, type Declared } from './kinds';

/**
 * Numbers are Unix seconds or milliseconds. Those outside these two centuries are dates written as
 * digits, such as 20260131, or not times at all.
 */
const EARLIEST_SECONDS = Date.UTC(2000, 0) / 1000;
const LATEST_SECONDS = Date.UTC(2200, 0) / 1000;

/** A date and two more digits (2026013109), rather than a second between 2033 and 2036. */
const DATE_WITH_HOUR = /^(199\d|20\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d\d(\.\d+)?$/;

/**
 * ISO 8601, also with a space for the T and UTC or GMT for the Z. Anything else is rejected,
 * because JavaScript's own parser finds a date in nearly every text that contains a number, and reads
 * it in the server's time zone.
 */
const ISO_TEXT =
	/^(?<month>\d{4}-\d\d)(?:-(?<day>\d\d)(?:[T ](?<time>\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)(?: ?(?<zone>Z|GMT|UTC|[+-]\d\d(?::?\d\d)?))?)?)?$/;

/**
 * A date and time, read as Unix milliseconds; undefined if it is left out. The date picker and
 * plain text produce times without a zone, which are read in the workflow's zone. Expressions also
 * return n8n's objects (`$now`), numbers (Unix seconds or milliseconds), and times with a zone.
 */
export function date(declared: Declared): Field<number | undefined> {
	const property: INodeProperties = { ...declared, type: 'dateTime', default: '' };
	return field<number | undefined>(property, undefined, (value, fail, context) => {
		const zone = context.getTimezone();
		const inZone = `A time without a zone is in the workflow's time zone (${zone}).`;
		const advice = {
			person: `Choose one with the date picker, or enter one like 2026-01-31 or 2026-01-31T09:00. ${inZone}`,
			model: `Use an ISO 8601 date such as 2026-01-31 or 2026-01-31T09:00. ${inZone}`,
		};
		return toMs(value, zone) ?? fail(`is ${quoteValue(value)}, which isn't a valid date.`, advice);
	});
}

function toMs(value: unknown, zone: string): number | undefined {
	if (typeof value === 'number') return fromNumber(value);
	if (typeof value === 'string') {
		const text = value.trim();
		return /^\d{9,}$/.test(text) ? fromNumber(Number(text)) : fromText(text, zone);
	}
	return typeof value === 'object' && !Array.isArray(value)
		? parse(value, zone)?.toMillis()
		: undefined;
}

/** n8n's parser reads such a text in the given zone, unless it has one of its own. */
function fromText(text: string, zone: string): number | undefined {
	const parts = ISO_TEXT.exec(text)?.groups;
	if (!parts) return undefined;
	const { month, day = '01', time } = parts;
	const offset = parts.zone?.replace(/GMT|UTC/, 'Z') ?? '';
	const clock = time === undefined ? '' : `T${time}${offset}`;
	const parsed = parse(`${month}-${day}${clock}`, zone);
	// February 30 would be read as March 2.
	if (parsed?.day !== Number(day)) return undefined;
	// When clocks are set back, a local time occurs twice; the parser's choice depends on today's date.
	return parsed.getPossibleOffsets()[0]?.toMillis();
}

function fromNumber(value: number): number | undefined {
	if (DATE_WITH_HOUR.test(String(value))) return undefined;
	const isSeconds = value < LATEST_SECONDS;
	const seconds = isSeconds ? value : value / 1000;
	return seconds >= EARLIEST_SECONDS && seconds < LATEST_SECONDS ? seconds * 1000 : undefined;
}

function parse(value: unknown, zone: string) {
	try {
		return tryToParseDateTime(value, zone);
	} catch {
		return undefined;
	}
}
