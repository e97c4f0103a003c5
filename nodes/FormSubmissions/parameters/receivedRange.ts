import type { ReceivedRange } from '../api/newestFirst';
import { inputError } from '../errors/nodeErrors';
import { zonedTime } from '../rows/localTime';
import { date, readTimeZone, type Time } from './dates';
import { isFromModel } from './entered';
import type { Parameter, ParameterContext } from './parameter';

/** A filter that was added needs a time: without one, a list would silently have everything. */
function receivedDate(
	name: string,
	displayName: string,
	when: string,
	hint?: string,
): Parameter<Time | undefined> {
	const received = date({
		displayName,
		name,
		hint,
		description: `Include only submissions received ${when}. Use the date picker, or an ISO 8601 date such as 2026-01-31 or 2026-01-31T09:00. A time without a zone is in the workflow's time zone.`,
	});
	return {
		property: received.property,
		read(source) {
			const time = received.read(source);
			const stored = source.stored(name);
			if (time !== undefined || stored === undefined || isFromModel(stored)) return time;
			const problem = `'${displayName}' is empty. Enter a date, or remove the filter.`;
			throw inputError(source.context.getNode(), problem);
		},
	};
}

export const receivedAfter = receivedDate(
	'receivedAfter',
	'Received After',
	'at this time or later',
	"7 days ago as an expression: {{ $now.minus(7, 'days') }}",
);
export const receivedBefore = receivedDate(
	'receivedBefore',
	'Received Before',
	'before this time',
	'Until the end of yesterday as an expression: {{ $today }}',
);

/** How times without a zone were read. */
export function hintsOnZone(from: Time | undefined, before: Time | undefined): string[] {
	const howRead = (displayName: string, time: Time | undefined) =>
		time?.zone === undefined
			? []
			: [`'${displayName}' was read as ${zonedTime(time.ms, time.zone)}.`];
	const read = [...howRead('Received After', from), ...howRead('Received Before', before)];
	const why = "A time without a zone is in the workflow's time zone (⋯ > Settings).";
	return read.length === 0 ? [] : [[...read, why].join(' ')];
}

/** Throws if no time lies in it. */
export function checkRange(range: ReceivedRange, context: ParameterContext): ReceivedRange {
	const { fromMs, beforeMs } = range;
	if (fromMs === undefined || beforeMs === undefined || fromMs < beforeMs) return range;
	const [after, before] = [fromMs, beforeMs].map((ms) => zonedTime(ms, readTimeZone(context)));
	const problem = `'Received After' (${after}) must be earlier than 'Received Before' (${before}).`;
	throw inputError(context.getNode(), problem);
}
