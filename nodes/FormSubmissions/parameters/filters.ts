import type { FormChoice } from '../api/chosenForm';
import type { ReceivedRange } from '../api/newestFirst';
import { SUBMISSION_STATUSES, type SubmissionFilter, type SubmissionStatus } from '../api/types';
import { inputError } from '../errors/nodeErrors';
import type { FieldMatch } from '../rows/fieldMatch';
import { zonedTime } from '../rows/localTime';
import { date, readTimeZone, type Time } from './dates';
import { isFromModel } from './entered';
import { matches } from './fieldValue';
import { boolean, choices, collection } from './kinds';
import {
	mapParameter,
	type Parameter,
	type ParameterContext,
	type ParametersOf,
} from './parameter';

const includeTest = boolean({
	displayName: 'Include Test Submissions',
	name: 'includeTest',
	default: true,
	ifLeftOut: false,
	description: 'Whether to also return submissions marked as tests',
});

const STATUS_NAMES: Record<SubmissionStatus, string> = {
	new: 'New',
	quarantined: 'Quarantined',
	spam: 'Spam',
};

const statuses = choices({
	displayName: 'Status',
	name: 'status',
	options: SUBMISSION_STATUSES.map((value) => ({ name: STATUS_NAMES[value], value })),
	default: [],
	description: `Include only submissions with one of these statuses (${SUBMISSION_STATUSES.join(', ')}). If none is chosen, quarantined submissions and spam are left out.`,
});

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

const receivedAfter = receivedDate(
	'receivedAfter',
	'Received After',
	'at this time or later',
	"7 days ago as an expression: {{ $now.minus(7, 'days') }}",
);
const receivedBefore = receivedDate(
	'receivedBefore',
	'Received Before',
	'before this time',
	'Until the end of yesterday as an expression: {{ $today }}',
);

export function filterCollection<Values>(parameters: ParametersOf<Values>): Parameter<Values> {
	return collection({
		displayName: 'Filters',
		name: 'filters',
		placeholder: 'Add Filter',
		parameters,
	});
}

/** What the service itself applies; the node applies the others. */
export const SERVICE_FILTERS = { includeTest, statuses };

export const filters: Parameter<SubmissionFilter> = filterCollection(SERVICE_FILTERS);

export type ListFilters = {
	filter: SubmissionFilter;
	range: ReceivedRange;
	matches: FieldMatch[];
	/** Says how times that have no zone were read: a person may have meant another zone. */
	zoneHints: string[];
};

export function inForm({ id, name }: FormChoice, filter: SubmissionFilter): SubmissionFilter {
	return { ...filter, formId: id, formName: name };
}

/** All filters of a list. Reading them throws if no submission can match. */
export const listFilters: Parameter<ListFilters> = mapParameter(
	filterCollection({
		...SERVICE_FILTERS,
		from: receivedAfter,
		before: receivedBefore,
		matches,
	}),
	({ from, before, matches: sought, ...filter }, context) => ({
		filter,
		range: checkRange({ fromMs: from?.ms, beforeMs: before?.ms }, context),
		matches: sought,
		zoneHints: hintsOnZone(from, before),
	}),
);

function hintsOnZone(from: Time | undefined, before: Time | undefined): string[] {
	const howRead = (displayName: string, time: Time | undefined) =>
		time?.zone === undefined
			? []
			: [`'${displayName}' was read as ${zonedTime(time.ms, time.zone)}.`];
	const read = [...howRead('Received After', from), ...howRead('Received Before', before)];
	const why = "A time without a zone is in the workflow's time zone (⋯ > Settings).";
	return read.length === 0 ? [] : [[...read, why].join(' ')];
}

function checkRange(range: ReceivedRange, context: ParameterContext): ReceivedRange {
	const { fromMs, beforeMs } = range;
	if (fromMs === undefined || beforeMs === undefined || fromMs < beforeMs) return range;
	const [after, before] = [fromMs, beforeMs].map((ms) => zonedTime(ms, readTimeZone(context)));
	const problem = `'Received After' (${after}) must be earlier than 'Received Before' (${before}).`;
	throw inputError(context.getNode(), problem);
}
