import type { IDataObject } from 'n8n-workflow';

import { readAhead, takeSubmissions } from '../../api/pages';
import { receivedBetween } from '../../api/receivedBetween';
import { walkSubmissions } from '../../api/submissions';
import { filtersField, readSubmissionFilter } from '../../parameters/filters';
import { formSubtitle } from '../../parameters/formSubtitle';
import { includeTestFilter } from '../../parameters/includeTest';
import { limitField, readLimit, returnAllField } from '../../parameters/limit';
import { listedFormField, readListedForm } from '../../parameters/listedForm';
import {
	readReceivedRange,
	receivedAfterFilter,
	receivedBeforeFilter,
} from '../../parameters/receivedFilters';
import { listOptionsField, readListOrder, readRowOptions } from '../../parameters/rowOptions';
import { readSimplify, simplifyField } from '../../parameters/simplify';
import { statusFilter } from '../../parameters/status';
import { submissionRows } from '../../rows/submissionRows';
import type { Operation } from '../operation';
import { hintNothingFound } from './nothingFound';

export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many submissions',
	description: 'List submissions, newest first, of one form or of the whole workspace',
	subtitle: formSubtitle({ required: false }),
	properties: [
		listedFormField,
		returnAllField,
		{
			displayName:
				"Without a form, this fetches the submissions of every form, up to 12,000 a minute, and n8n holds all of them in memory. The filter 'Received After' takes only the recent ones. For more than about 100,000, use the operation 'Get Page' in a loop.",
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
		listOptionsField,
	],

	async execute({ context, connection, parameters }) {
		const limit = readLimit(parameters);
		const range = readReceivedRange(parameters);
		const simplify = readSimplify(parameters);
		const options = readRowOptions(parameters);
		const order = readListOrder(parameters);
		const form = await readListedForm(parameters, connection);
		const filter = readSubmissionFilter(parameters, form.id);

		// Submissions after the time range come first in the list and don't count toward the limit.
		const wanted = range.beforeMs === undefined ? limit : Infinity;
		const walk = walkSubmissions(connection, filter, wanted);
		const pages = readAhead(takeSubmissions(receivedBetween(walk, range), limit));

		// Rows are shaped page by page, so that raw pages don't stay in memory until the end.
		const toRows = submissionRows(connection, { ...options, simplify, formName: form.name });
		const rows: IDataObject[] = [];
		for await (const { submissions } of pages) {
			for (const row of await toRows(submissions)) rows.push(row);
		}
		if (rows.length === 0) hintNothingFound(context, filter, range);
		return order === 'oldestFirst' ? rows.reverse() : rows;
	},
};
