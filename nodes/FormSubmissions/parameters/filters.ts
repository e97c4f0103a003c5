import type { ReceivedRange } from '../api/pages';
import { SUBMISSION_STATUSES, type SubmissionFilter } from '../api/types';
import { inputError } from '../errors/errors';
import { zonedTime } from '../rows/localTime';
import { readTime } from './readTime';
import type { Described, ParameterReader } from './reader';
import { readBoolean, readChoices, readCollection } from './values';

/** The filters that were added, by name. Their values can be of any type and are unchecked. */
type Filters = {
	[name in 'includeTest' | 'receivedAfter' | 'receivedBefore' | 'status']?: unknown;
};

type Filter = Described<keyof Filters>;

const INCLUDE_TEST = 'Include Test Submissions';

const includeTestFilter: Filter = {
	displayName: INCLUDE_TEST,
	name: 'includeTest',
	type: 'boolean',
	// Whoever adds the filter wants test submissions. It has no effect until it is added.
	default: true,
	description: 'Whether to also return submissions that are marked as tests',
};

function timeFilter(displayName: string, name: keyof Filters, when: string): Filter {
	return {
		displayName,
		name,
		type: 'dateTime',
		default: '',
		description: `Only submissions received ${when}. Use the date picker, or an ISO 8601 date such as 2026-01-31 or 2026-01-31T09:00. A time without a zone is in the workflow's time zone.`,
	};
}

const statusFilter: Filter = {
	displayName: 'Status',
	name: 'status',
	type: 'multiOptions',
	options: [
		{ name: 'New', value: 'new' },
		{ name: 'Quarantined', value: 'quarantined' },
		{ name: 'Spam', value: 'spam' },
	],
	default: [],
	description:
		'Only submissions with one of these statuses (new, quarantined, spam). If nothing is chosen, quarantined submissions and spam are left out.',
};

/** The filters that the service itself applies. */
export const filtersField = field([includeTestFilter, statusFilter]);

/** The same and the time range, which the node applies. */
export const listFiltersField = field([
	includeTestFilter,
	timeFilter('Received After', 'receivedAfter', 'at this time or later'),
	timeFilter('Received Before', 'receivedBefore', 'before this time'),
	statusFilter,
]);

function field(options: Filter[]): Described<'filters'> {
	return {
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options,
	};
}

/** The filters that the service itself applies, for one form or for every form. */
export function readSubmissionFilter(reader: ParameterReader, formId?: string): SubmissionFilter {
	return { ...readListFilters(reader).filter, formId };
}

/** The same and the time range. Throws if no submission can match. */
export function readListFilters({ context, value }: ParameterReader): {
	filter: SubmissionFilter;
	range: ReceivedRange;
} {
	const filters: Filters = readCollection(context, value('filters'), "'Filters'");
	const { status, includeTest, receivedAfter, receivedBefore } = filters;
	const statuses = readChoices(context, status, "The filter 'Status'", SUBMISSION_STATUSES);
	const filter = {
		statuses: statuses?.length === 0 ? undefined : statuses,
		includeTest: readBoolean(context, includeTest, `The filter '${INCLUDE_TEST}'`, false),
	};
	const fromMs = readTime(context, receivedAfter, "The filter 'Received After'");
	const beforeMs = readTime(context, receivedBefore, "The filter 'Received Before'");
	if (fromMs !== undefined && beforeMs !== undefined && fromMs >= beforeMs) {
		const [after, before] = [fromMs, beforeMs].map((ms) => zonedTime(ms, context.getTimezone()));
		const problem = `'Received After' (${after}) must be earlier than 'Received Before' (${before}).`;
		throw inputError(context.getNode(), problem);
	}
	return { filter, range: { fromMs, beforeMs } };
}
