import type { INodeProperties } from 'n8n-workflow';

import type { SubmissionFilter } from '../api/types';
import { includeTestFilter, readIncludeTest } from './includeTest';
import type { ParameterReader } from './reader';
import { readStatuses, statusFilter } from './status';
import { readCollection } from './values';

export const filtersField: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [includeTestFilter, statusFilter],
};

/** The filters by name; their values are not checked yet. */
export function readFilters({ context, value }: ParameterReader): Record<string, unknown> {
	return readCollection(context, value('filters'), { name: "'Filters'" });
}

/** The filters that the service itself applies, for one form or for every form. */
export function readSubmissionFilter(
	reader: ParameterReader,
	formId: string | undefined,
): SubmissionFilter {
	const { status, includeTest } = readFilters(reader);
	return {
		formId,
		statuses: readStatuses(reader.context, status),
		includeTest: readIncludeTest(reader.context, includeTest),
	};
}
