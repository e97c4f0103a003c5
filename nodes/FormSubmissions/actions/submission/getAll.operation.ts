import type { IDataObject } from 'n8n-workflow';

import { readAhead, takeSubmissions } from '../../api/pages';
import { receivedBetween } from '../../api/receivedBetween';
import { walkSubmissions } from '../../api/submissions';
import {
	filtersField,
	includeTestFilter,
	limitField,
	listedFormField,
	readId,
	readLimit,
	returnAllField,
	simplifyField,
	statusFilter,
	toSubmissionFilter,
} from '../../parameters/fields';
import type { Operation } from '../operation';
import { hintNothingFound } from './nothingFound';
import { readFields, rowOptionsField, type RowOptions } from '../../parameters/rowOptions';
import {
	readReceivedRange,
	receivedAfterFilter,
	receivedBeforeFilter,
	type ReceivedFilterValues,
} from '../../parameters/receivedFilters';
import { simplifySubmission } from '../../rows/submissionRow';

export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many submissions',
	description: 'List submissions, newest first, of one form or of the whole workspace',
	properties: [
		listedFormField,
		returnAllField,
		{
			displayName:
				'Without a form, this fetches the submissions of every form, up to 12,000 a minute, and n8n holds all of them in memory. The filter Received After takes only the recent ones. For more than about 100,000, use the operation Get Page in a loop.',
			name: 'wholeWorkspaceNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { returnAll: [true], formId: [''] } },
		},
		limitField,
		simplifyField,
		{
			...filtersField,
			options: [includeTestFilter, receivedAfterFilter, receivedBeforeFilter, statusFilter],
		},
		rowOptionsField,
	],

	async execute(context, connection, itemIndex) {
		const formId = readId(context, 'formId', itemIndex);
		const limit = readLimit(context, itemIndex) ?? Infinity;
		const filters = context.getNodeParameter('filters', itemIndex, {}) as ReceivedFilterValues;
		const range = readReceivedRange(context, filters);
		const simplify = context.getNodeParameter('simplify', itemIndex, true) as boolean;
		const options = context.getNodeParameter('options', itemIndex, {}) as RowOptions;
		const fields = readFields(context, options);

		// What is later than the span comes first in the list and counts for nothing.
		const wanted = range.beforeMs === undefined ? limit : Infinity;
		const walk = walkSubmissions(connection, toSubmissionFilter(formId, filters), wanted);
		const pages = readAhead(takeSubmissions(receivedBetween(walk, range), limit));

		// Rows are shaped page by page, so that the raw form of a page does not stay until the end.
		const rows: IDataObject[] = [];
		for await (const { submissions } of pages) {
			for (const submission of submissions) {
				rows.push(simplify ? simplifySubmission(submission, fields) : submission);
			}
		}
		if (rows.length === 0) hintNothingFound(context, formId, filters);
		return options.order === 'oldestFirst' ? rows.reverse() : rows;
	},
};
