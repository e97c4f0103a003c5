import { tryToParseDateTime, type INodeProperties } from 'n8n-workflow';

import { inputError } from '../errors/nodeErrors';
import { quoteValue } from '../errors/quotes';
import type { Declared } from './kinds';
import { parameter, type Parameter, type ParameterContext } from './parameter';

/** Numbers from 2000 to 2200 are Unix seconds or milliseconds; others are no times. */
const EARLIEST_SECONDS = Date.UTC(2000, 0) / 1000;

const LATEST_SECONDS = Date.UTC(2200, 0) / 1000;

/**
 * ISO 8601, also with a space for the T and UTC or GMT for the Z. n8n's parser passes anything else
 * to JavaScript's, which finds a date in nearly every text that contains a number, and reads it in the
 * server's time zone.
 */
const ISO_TEXT =
	/^(\d{4}-\d\d)(?:-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)(?: ?(Z|GMT|UTC|[+-]\d\d(?::?\d\d)?))?)?)?$/;

/**
 * The workflow's time zone. Throws if there is no such zone: n8n then responds to each delivery with
 * 500, and stores no execution.
 */
export function readTimeZone(context: ParameterContext): string {
	const timeZone = context.getTimezone();
	try {
		new Intl.DateTimeFormat('en', { timeZone });
		return timeZone;
	} catch {
		throw inputError(
			context.getNode(),
			`There is no time zone "${timeZone}". Choose the workflow's time zone under ⋯ > Settings. If it is already n8n's default there, ask the person who installed n8n to set the environment variable GENERIC_TIMEZONE to a name such as Europe/Berlin.`,
		);
	}
}

/** A time (Unix milliseconds), and the time zone in which it was read if it has none of its own. */
export type Time = { ms: number; zone?: string };

/**
 * A date and time; undefined if it is left out. The date picker and plain text produce times without a
 * zone, which are read in the workflow's zone. Expressions also return n8n's objects (`$now`), numbers
 * (Unix seconds or milliseconds), and times with a zone.
 */
export function date(declared: Declared): Parameter<Time | undefined> {
	const property: INodeProperties = { ...declared, type: 'dateTime', default: '' };
	return parameter<Time | undefined>(property, undefined, (value, fail, context) => {
		const zone = readTimeZone(context);
		const ms = toMs(value, zone);
		if (ms !== undefined) return hasZone(value) ? { ms } : { ms, zone };
		const advice = `Use an ISO 8601 date such as 2026-01-31 or 2026-01-31T09:00. A time without a zone is in the workflow's time zone (${zone}).`;
		return fail(`is ${quoteValue(value)}, which isn't a valid date. ${advice}`);
	});
}

function hasZone(value: unknown): boolean {
	const [isIso, , , , offset] = ISO_TEXT.exec(typeof value === 'string' ? value.trim() : '') ?? [];
	return isIso === undefined || offset !== undefined;
}

function toMs(value: unknown, zone: string): number | undefined {
	if (typeof value === 'number') return fromNumber(value);
	if (typeof value === 'string') {
		const text = value.trim();
		return /^\d{9,}$/.test(text) ? fromNumber(Number(text)) : fromText(text, zone);
	}
	const isObject = typeof value === 'object' && !Array.isArray(value);
	return isObject ? parse(value, zone)?.toMillis() : undefined;
}

/** n8n's parser reads such a text in the given zone, unless it has one of its own. */
function fromText(text: string, zone: string): number | undefined {
	const [isIso, month, day = '01', time = '00:00', offset = ''] = ISO_TEXT.exec(text) ?? [];
	if (isIso === undefined) return undefined;
	const parsed = parse(`${month}-${day}T${time}${offset.replace(/GMT|UTC/, 'Z')}`, zone);
	// February 30 would be read as March 2.
	if (parsed?.day !== Number(day)) return undefined;
	// When clocks are set back, a local time occurs twice; the parser's choice depends on today's date.
	return parsed.getPossibleOffsets()[0]?.toMillis();
}

function fromNumber(value: number): number | undefined {
	const seconds = value < LATEST_SECONDS ? value : value / 1000;
	return seconds >= EARLIEST_SECONDS && seconds < LATEST_SECONDS ? seconds * 1000 : undefined;
}

function parse(value: unknown, zone: string) {
	try {
		return tryToParseDateTime(value, zone);
	} catch {
		return undefined;
	}
}
