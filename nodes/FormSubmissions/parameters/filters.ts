import type { ReceivedRange } from '../api/receivedBetween';
import { SUBMISSION_STATUSES, type SubmissionFilter, type SubmissionStatus } from '../api/types';
import { inputError, valueError } from '../errors/errors';
import { readTime } from './readTime';
import type { Described, ParameterContext, ParameterReader } from './reader';
import { isEmpty, readBoolean, readCollection, shown } from './values';
import { zonedTime } from './zonedTime';

/** The filters that were added, by name. Their values can be of any type and are unchecked. */
type Filters = {
	[name in 'includeTest' | 'receivedAfter' | 'receivedBefore' | 'status']?: unknown;
};

type Filter = Described<keyof Filters>;

const includeTestFilter: Filter = {
	displayName: 'Include Test Submissions',
	name: 'includeTest',
	type: 'boolean',
	// Whoever adds the filter wants test submissions. It has no effect until it is added.
	default: true,
	description: 'Whether to also return submissions that are marked as a test',
};

const receivedAfterFilter: Filter = {
	displayName: 'Received After',
	name: 'receivedAfter',
	type: 'dateTime',
	default: '',
	description:
		"Only submissions received at this time or later. Use the date picker, or an ISO 8601 date such as 2026-01-31 or 2026-01-31T09:00. A time without a zone is in the workflow's time zone.",
};

const receivedBeforeFilter: Filter = {
	displayName: 'Received Before',
	name: 'receivedBefore',
	type: 'dateTime',
	default: '',
	description:
		"Only submissions received before this time. Use the date picker, or an ISO 8601 date such as 2026-01-31 or 2026-01-31T09:00. A time without a zone is in the workflow's time zone.",
};

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
	receivedAfterFilter,
	receivedBeforeFilter,
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

/** What `filtersField` says, for one form or for every form. */
export function readSubmissionFilter(reader: ParameterReader, formId?: string): SubmissionFilter {
	return { ...submissionFilter(reader.context, readFilters(reader)), formId };
}

/** What `listFiltersField` says. Throws if no submission can match. */
export function readListFilters(reader: ParameterReader): {
	filter: SubmissionFilter;
	range: ReceivedRange;
} {
	const filters = readFilters(reader);
	return {
		filter: submissionFilter(reader.context, filters),
		range: receivedRange(reader.context, filters),
	};
}

function readFilters({ context, value }: ParameterReader): Filters {
	return readCollection(context, value('filters'), { name: "'Filters'" });
}

function submissionFilter(
	context: ParameterContext,
	{ status, includeTest }: Filters,
): SubmissionFilter {
	return {
		statuses: readStatuses(context, status),
		includeTest: readBoolean(context, includeTest, {
			name: "The filter 'Include Test Submissions'",
			fallback: false,
		}),
	};
}

/**
 * The chosen statuses, without duplicates; undefined if none are chosen. An expression may return a
 * list, or text with statuses separated by commas.
 */
function readStatuses(context: ParameterContext, value: unknown): SubmissionStatus[] | undefined {
	if (isEmpty(value)) return undefined;
	const entries =
		typeof value === 'string' ? value.split(',').filter((text) => !isEmpty(text)) : value;
	const statuses = Array.isArray(entries) ? entries.map(toStatus) : [undefined];
	const known = statuses.filter((status) => status !== undefined);
	if (known.length < statuses.length) {
		throw valueError(
			context.getNode(),
			`The filter 'Status' is ${shown(value)}, which isn't a known status.`,
			{
				person:
					'Choose from the list, or have the expression return new, quarantined, or spam (several as a list or separated by commas).',
				model: 'Use new, quarantined, or spam, several separated by commas.',
			},
		);
	}
	return known.length > 0 ? [...new Set(known)] : undefined;
}

function toStatus(entry: unknown): SubmissionStatus | undefined {
	const text = typeof entry === 'string' ? entry.trim().toLowerCase() : undefined;
	return SUBMISSION_STATUSES.find((status) => status === text);
}

function receivedRange(
	context: ParameterContext,
	{ receivedAfter, receivedBefore }: Filters,
): ReceivedRange {
	const fromMs = readTime(context, receivedAfter, "The filter 'Received After'");
	const beforeMs = readTime(context, receivedBefore, "The filter 'Received Before'");
	const zone = context.getTimezone();
	if (fromMs !== undefined && beforeMs !== undefined && fromMs >= beforeMs) {
		throw inputError(
			context.getNode(),
			`'Received After' is ${zonedTime(fromMs, zone)}, which is not earlier than 'Received Before', ${zonedTime(beforeMs, zone)}, so no submission can match. Change one of the two filters.`,
		);
	}
	return { fromMs, beforeMs };
}
