import type { IExecuteFunctions } from 'n8n-workflow';

import { inputError } from '../../errors/errors';
import { LARGEST_PAGE } from '../../api/pages';
import { listPage } from '../../api/submissions';
import {
	filtersField,
	listedFormField,
	readId,
	simplifyField,
	toSubmissionFilter,
	type FilterValues,
} from '../../parameters/fields';
import type { Operation } from '../operation';
import { simplifySubmission } from '../../rows/submissionRow';

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
	],

	async execute(context, connection, itemIndex) {
		const formId = readId(context, 'formId', itemIndex);
		const pageSize = readPageSize(context, itemIndex);
		const cursor = context.getNodeParameter('cursor', itemIndex, '') as string | null;
		const filters = context.getNodeParameter('filters', itemIndex, {}) as FilterValues;
		const simplify = context.getNodeParameter('simplify', itemIndex, true) as boolean;

		const page = await listPage(connection, toSubmissionFilter(formId, filters), {
			limit: pageSize,
			cursor: cursor || undefined,
		});

		return [
			{
				submissions: simplify
					? page.submissions.map((row) => simplifySubmission(row))
					: page.submissions,
				hasMore: page.hasMore,
				nextCursor: page.nextCursor,
			},
		];
	},
};

function readPageSize(context: IExecuteFunctions, itemIndex: number): number {
	const entered: unknown = context.getNodeParameter('pageSize', itemIndex, LARGEST_PAGE);
	const pageSize = Number(entered);
	if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > LARGEST_PAGE) {
		throw inputError(
			context.getNode(),
			`The page size is "${String(entered)}". Enter a whole number from 1 to ${LARGEST_PAGE}.`,
		);
	}
	return pageSize;
}
