import type { IDataObject } from 'n8n-workflow';

import { readAhead, receivedBetween, takeSubmissions, walkSubmissions } from '../../api/pages';
import { listFiltersField, readListFilters } from '../../parameters/filters';
import { findForm, formSubtitle, listedFormField, readForm } from '../../parameters/form';
import {
	cutShortNote,
	entriesToFetch,
	limitField,
	readLimit,
	returnAllField,
} from '../../parameters/limit';
import type { ParameterReader } from '../../parameters/reader';
import {
	optionsField,
	readOptions,
	readRowOptions,
	ROW_OPTIONS,
	simplifyField,
	type Option,
} from '../../parameters/rowOptions';
import { readChoice } from '../../parameters/values';
import { rowsOf } from '../../rows/pageRows';
import type { Operation } from '../operation';
import { hintNothingFound } from './nothingFound';

const orderOption: Option = {
	displayName: 'Order',
	name: 'order',
	type: 'options',
	options: [
		{ name: 'Newest First', value: 'newestFirst' },
		{ name: 'Oldest First', value: 'oldestFirst' },
	],
	default: 'newestFirst',
	description:
		'The order of the submissions. With a limit, the newest ones are returned in either order.',
};

const ADVICE =
	'To get others, raise the limit, or narrow the list by form, status, or time received. To know how many there are, use Submission > Count.';

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
				"No form is selected, so this fetches submissions from all forms (up to 12,000 a minute) and keeps them in memory. To fetch only recent ones, use 'Received After'. For more than about 100,000, use the example export-everything.",
			name: 'wholeWorkspaceNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { returnAll: [true], formId: [''] } },
		},
		limitField,
		simplifyField,
		listFiltersField,
		optionsField([...ROW_OPTIONS, orderOption]),
	],

	async execute({ context, connection, parameters }) {
		const { chosenForm, limit, order, range, rowOptions, ...settings } = readSettings(parameters);
		const form = await findForm(connection, chosenForm);
		const filter = { ...settings.filter, formId: form.id };

		// Submissions after the time range come first in the list and don't count toward the limit.
		const toFetch = entriesToFetch(limit, connection);
		const wanted = range.beforeMs === undefined ? toFetch : Infinity;
		const walk = walkSubmissions(connection, filter, wanted);
		const pages = readAhead(takeSubmissions(receivedBetween(walk, range), toFetch));

		// Rows are shaped page by page, so that raw pages don't stay in memory until the end.
		const toRows = rowsOf(connection, rowOptions, form);
		const rows: IDataObject[] = [];
		for await (const { submissions } of pages) {
			for (const row of await toRows(submissions)) rows.push(row);
		}
		if (rows.length === 0) hintNothingFound(context, filter, range);
		const isCutShort = rows.length > limit;
		if (isCutShort) rows.pop();
		if (order === 'oldestFirst') rows.reverse();
		if (isCutShort) rows.push(cutShortNote(`the newest ${limit} submissions that match`, ADVICE));
		return rows;
	},
};

function readSettings(parameters: ParameterReader) {
	const options = readOptions(parameters);
	return {
		chosenForm: readForm(parameters),
		limit: readLimit(parameters),
		...readListFilters(parameters),
		rowOptions: readRowOptions(parameters, options),
		order: readChoice(parameters.context, options.order, "The option 'Order'", [
			'newestFirst',
			'oldestFirst',
		]),
	};
}
