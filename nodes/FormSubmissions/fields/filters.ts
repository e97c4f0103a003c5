import type { ReceivedRange } from '../api/receivedBetween';
import type { SubmissionFilter } from '../api/types';
import { inputError } from '../errors';
import { zonedTime } from '../rows/localTime';
import { date } from './date';
import { mapField, type Field, type FieldContext, type FieldsOf } from './field';
import { leaveOut } from './entered';
import { boolean, choices, collection } from './kinds';

const includeTest = boolean({
	displayName: 'Include Test Submissions',
	name: 'includeTest',
	// Whoever adds the filter wants test submissions.
	default: true,
	ifLeftOut: false,
	description: 'Whether to also return submissions that are marked as tests',
});

const status = choices({
	displayName: 'Status',
	name: 'status',
	options: [
		{ name: 'New', value: 'new' },
		{ name: 'Quarantined', value: 'quarantined' },
		{ name: 'Spam', value: 'spam' },
	],
	default: [],
	description:
		'Only submissions with one of these statuses (new, quarantined, spam). If nothing is chosen, quarantined submissions and spam are left out.',
});

const statuses: typeof status = {
	property: status.property,
	read(source) {
		const chosen = status.read(source);
		return chosen?.length === 0 ? leaveOut(source, status.property) : chosen;
	},
};

function receivedDate(name: string, displayName: string, when: string) {
	return date({
		displayName,
		name,
		description: `Only submissions received ${when}. Use the date picker, or an ISO 8601 date such as 2026-01-31 or 2026-01-31T09:00. A time without a zone is in the workflow's time zone.`,
	});
}

const receivedAfter = receivedDate('receivedAfter', 'Received After', 'at this time or later');
const receivedBefore = receivedDate('receivedBefore', 'Received Before', 'before this time');

/** The filters that the service itself applies. */
export const filters: Field<SubmissionFilter> = filterCollection({ includeTest, statuses });

/** What restricts a list; the node itself applies the time range. */
export type ListFilters = { filter: SubmissionFilter; range: ReceivedRange };

/** All filters of a list. Reading them throws if no submission can match. */
export const listFilters: Field<ListFilters> = mapField(
	filterCollection({ includeTest, statuses, fromMs: receivedAfter, beforeMs: receivedBefore }),
	({ fromMs, beforeMs, ...filter }, context) => ({
		filter,
		range: checkRange({ fromMs, beforeMs }, context),
	}),
);

function filterCollection<Values>(fields: FieldsOf<Values>): Field<Values> {
	return collection({
		displayName: 'Filters',
		name: 'filters',
		placeholder: 'Add Filter',
		entry: 'filter',
		fields,
	});
}

function checkRange(range: ReceivedRange, context: FieldContext): ReceivedRange {
	const { fromMs, beforeMs } = range;
	if (fromMs === undefined || beforeMs === undefined || fromMs < beforeMs) return range;
	const [after, before] = [fromMs, beforeMs].map((ms) => zonedTime(ms, context.getTimezone()));
	const problem = `'Received After' (${after}) must be earlier than 'Received Before' (${before}).`;
	throw inputError(context.getNode(), problem);
}
