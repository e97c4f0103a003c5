import { tryToParseDateTime } from 'n8n-workflow';

import { valueError } from '../errors/errors';
import type { ParameterContext } from './reader';
import { shown } from './values';

/**
 * Numbers count seconds or milliseconds since 1970. Those of other centuries are dates written in
 * digits, such as 20260131, or numbers of something else.
 */
const EARLIEST_SECONDS = Date.UTC(2000, 0) / 1000;
const LATEST_SECONDS = Date.UTC(2200, 0) / 1000;

const ZONE = '(?: ?(?<zone>Z|GMT|UTC|[+-]\\d\\d(?::?\\d\\d)?))?';

/**
 * How a date can be written. Anything else is refused, because JavaScript's own parser finds a
 * date in nearly every text with a number, and in the zone of the server.
 */
const DATE_TEXTS = [
	`(?<year>\\d{4})-(?<month>\\d\\d)(?:-(?<day>\\d\\d)(?:[T ](?<time>\\d\\d:\\d\\d(?::\\d\\d(?:[.,]\\d+)?)?)${ZONE})?)?`,
	`(?<year>\\d{4})(?<month>\\d\\d)(?<day>\\d\\d)(?:T(?<time>\\d{4}(?:\\d\\d)?)${ZONE})?`,
	`(?:[A-Z][a-z]{2}, )?(?<day>\\d{1,2}) (?<monthName>[A-Z][a-z]{2}) (?<year>\\d{4}) (?<time>\\d\\d:\\d\\d(?::\\d\\d)?)${ZONE}`,
].map((pattern) => new RegExp(`^${pattern}$`));

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/**
 * What a date field holds, as Unix milliseconds; undefined where it is empty. The date picker and
 * plain texts give a time without a zone: it is in the workflow's. Expressions also give objects of
 * n8n (`$now`), numbers (Unix seconds or milliseconds) and times with a zone.
 */
export function readTime(
	context: ParameterContext,
	value: unknown,
	fieldName: string,
): number | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	const zone = context.getTimezone();
	const ms = toMs(value, zone);
	if (ms !== undefined) return ms;
	const inZone = `A time without a zone is in the workflow's time zone (${zone}).`;
	throw valueError(
		context.getNode(),
		`${fieldName} is ${shown(value)}, which isn't a valid date.`,
		{
			person: `Choose one with the date picker, or enter one like 2026-01-31 or 2026-01-31T09:00. ${inZone}`,
			model: `Use an ISO 8601 date such as 2026-01-31 or 2026-01-31T09:00. ${inZone}`,
		},
	);
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

/**
 * Every way of writing is brought into ISO's, the only one that n8n's parser reads in the zone it
 * is told: for others without a zone it asks JavaScript, which takes that of the server.
 */
function fromText(text: string, zone: string): number | undefined {
	const parts = DATE_TEXTS.map((pattern) => pattern.exec(text)).find(
		(match) => match !== null,
	)?.groups;
	if (!parts) return undefined;
	const day = (parts.day ?? '1').padStart(2, '0');
	const time = parts.time?.replace(
		/^(\d\d)(\d\d)(\d\d)?$/,
		(_, h, m, s = '00') => `${h}:${m}:${s}`,
	);
	const offset = parts.zone?.replace(/^(Z|GMT|UTC)$/, 'Z') ?? '';
	const iso = `${parts.year}-${monthOf(parts)}-${day}${time === undefined ? '' : `T${time}${offset}`}`;
	const date = parse(iso, zone);
	// 30 February would be taken for the second of March.
	return date?.day === Number(day) ? date.toMillis() : undefined;
}

function monthOf({ month, monthName }: Record<string, string | undefined>): string | undefined {
	if (monthName === undefined) return month;
	const at = MONTHS.indexOf(monthName);
	return at === -1 ? undefined : String(at / 3 + 1).padStart(2, '0');
}

function fromNumber(value: number): number | undefined {
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
