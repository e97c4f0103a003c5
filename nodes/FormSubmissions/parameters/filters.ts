import type { FormChoice } from '../api/chosenForm';
import type { ReceivedRange } from '../api/newestFirst';
import { SUBMISSION_STATUSES, type SubmissionFilter, type SubmissionStatus } from '../api/types';
import type { FieldMatch } from '../rows/fieldMatch';
import { matches } from './fieldValue';
import { boolean, choices, collection } from './kinds';
import { mapParameter, type Parameter, type ParametersOf } from './parameter';
import { checkRange, hintsOnZone, receivedAfter, receivedBefore } from './receivedRange';

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
