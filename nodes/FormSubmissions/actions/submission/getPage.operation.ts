import { LARGEST_PAGE } from '../../api/pages';
import { listPage } from '../../api/submissions';
import { filtersField, readSubmissionFilter } from '../../parameters/filters';
import { listedFormField, readForm } from '../../parameters/form';
import type { ParameterReader } from '../../parameters/reader';
import { pageOptionsField, readRowOptions } from '../../parameters/rowOptions';
import { readSimplify, simplifyField } from '../../parameters/simplify';
import { readText, readWholeNumber } from '../../parameters/values';
import type { Operation } from '../operation';
import { submissionRows } from '../../rows/submissionRows';

export const getPage: Operation = {
	value: 'getPage',
	name: 'Get Page',
	action: 'Get a page of submissions',
	description: 'Fetch one page of submissions and the cursor of the next, for exports in a loop',
	properties: [
		listedFormField,
		{
			displayName: 'Page Size',
			name: 'pageSize',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: LARGEST_PAGE },
			default: LARGEST_PAGE,
			description: 'How many submissions a page has at most (1 to 100)',
		},
		{
			displayName: 'Cursor',
			name: 'cursor',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $json.nextCursor }}',
			description: 'The nextCursor of the page before. Leave it empty for the first page.',
		},
		simplifyField,
		filtersField,
		pageOptionsField,
	],

	async execute({ connection, parameters }) {
		const form = readForm(parameters);
		const limit = readPageSize(parameters);
		const cursor = readCursor(parameters);
		const filter = readSubmissionFilter(parameters, form.id);
		const simplify = readSimplify(parameters);
		const options = readRowOptions(parameters);

		const toRows = submissionRows(connection, { ...options, simplify, formName: form.name });
		const page = await listPage(connection, filter, { limit, cursor });

		return [
			{
				submissions: await toRows(page.submissions),
				hasMore: page.hasMore,
				nextCursor: page.nextCursor,
			},
		];
	},
};

function readPageSize({ context, value }: ParameterReader): number {
	return readWholeNumber(context, value('pageSize'), {
		name: 'Page Size',
		fallback: LARGEST_PAGE,
		least: 1,
		most: LARGEST_PAGE,
	});
}

/** Undefined for the first page: the loop of an export begins with an empty cursor. */
function readCursor({ context, value }: ParameterReader): string | undefined {
	return readText(context, value('cursor'), { name: 'Cursor' }) || undefined;
}
