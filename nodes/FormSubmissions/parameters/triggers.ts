import { matches } from './fieldValue';
import { filterCollection, SERVICE_FILTERS } from './filters';
import { mapParameter, withoutValue, type Parameter } from './parameter';

/** `action` is how n8n's nodes panel names the trigger. */
export function event(action: string): Parameter<undefined> {
	return withoutValue({
		displayName: 'Event',
		name: 'event',
		type: 'options',
		options: [{ name: 'New Submission', value: 'submission.created', action }],
		default: 'submission.created',
		// Always hidden: there is nothing to choose.
		displayOptions: { hide: { simplify: [true, false] } },
	});
}

const watchedMatches: typeof matches = {
	...matches,
	property: {
		...matches.property,
		description:
			'Run the workflow only for submissions in which a form field (any, if none is named) has the value entered here. If there are several entries, all must match.',
	},
};

export const triggerFilters = mapParameter(
	filterCollection({ ...SERVICE_FILTERS, matches: watchedMatches }),
	({ matches: wanted, ...filter }) => ({ filter, matches: wanted }),
);
