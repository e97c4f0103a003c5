import type { IDataObject } from 'n8n-workflow';

import { walkSubmissions } from '../../api/submissions';
import {
	formField,
	filtersField,
	limitField,
	readId,
	readLimit,
	returnAllField,
	simplifyField,
	toSubmissionFilter,
	type FilterValues,
} from '../fields';
import type { Operation } from '../operation';
import { simplifySubmission } from './simplify';

export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many submissions',
	description: 'List submissions, newest first, of one form or of the whole workspace',
	properties: [
		formField({
			required: false,
			description: 'The form whose submissions to list. If nothing is chosen, those of every form.',
		}),
		returnAllField,
		limitField,
		simplifyField,
		filtersField,
	],

	async execute(context, connection, itemIndex) {
		const formId = readId(context, 'formId', itemIndex);
		const limit = readLimit(context, itemIndex);
		const filters = context.getNodeParameter('filters', itemIndex, {}) as FilterValues;
		const simplify = context.getNodeParameter('simplify', itemIndex, true) as boolean;

		// Rows are shaped page by page, so that a page's raw form is free before the next one comes.
		const rows: IDataObject[] = [];
		const pages = walkSubmissions(connection, toSubmissionFilter(formId, filters), limit);
		for await (const { submissions } of pages) {
			for (const submission of submissions) {
				rows.push(simplify ? simplifySubmission(submission) : submission);
			}
		}
		return rows;
	},
};
