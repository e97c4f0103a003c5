import type { IDataObject } from 'n8n-workflow';

import { findForm } from '../../api/forms';
import { withoutValue } from '../../fields/field';
import { listFilters } from '../../fields/filters';
import { formSubtitle, listedForm } from '../../fields/form';
import { choice } from '../../fields/kinds';
import { limit, returnAll } from '../../fields/limit';
import { optionsField, ROW_OPTIONS, simplify } from '../../fields/rows';
import { alignColumns } from '../../rows/alignColumns';
import { operation } from '../operation';
import { FieldNames } from './fieldNames';
import { matchingPages, namesIn } from './matchingPages';
import { noteNothingFound } from './notes';
import { OutputRows } from './outputRows';

const wholeWorkspaceNotice = withoutValue({
	displayName:
		"No form is selected, so this fetches submissions from all forms (up to 12,000 a minute) and keeps them in memory. To fetch only recent ones, use 'Received After'. For more than about 100,000, use the example export-everything.",
	name: 'wholeWorkspaceNotice',
	type: 'notice',
	default: '',
	// Not `show`: n8n would show this for every expression, even for one that names a form.
	displayOptions: { hide: { returnAll: [false], formId: [{ _cnd: { exists: true } }] } },
});

const order = choice({
	displayName: 'Order',
	name: 'order',
	options: [
		{ name: 'Newest First', value: 'newestFirst' },
		{ name: 'Oldest First', value: 'oldestFirst' },
	],
	default: 'newestFirst',
	description:
		'The order of the submissions. With a limit, the newest ones are returned, whatever the order.',
});

/** For a model, which would take 50 of 300 for all there are. */
const noteCutShort = (max: number) =>
	`These are the newest ${max} submissions that match, and there are more. To get others, raise the limit, or narrow the list by form, status, time received, or the value of a form field. To know how many there are, use Submission > Count.`;

const noteNewestOnly = (max: number) =>
	`The limit keeps the newest ${max} submissions, of which the oldest comes first. To begin with the oldest of all, turn on 'Return All'.`;

export const getAll = operation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many submissions',
	description: 'List submissions, newest first, of one form or of the whole workspace',
	subtitle: formSubtitle({ required: false }),
	fields: {
		form: listedForm,
		returnAll,
		wholeWorkspaceNotice,
		limit,
		simplify,
		filters: listFilters,
		options: optionsField({ ...ROW_OPTIONS, order }),
	},

	async execute(connection, { limit: max, filters, options, simplify: isSimple, ...chosen }) {
		const form = await findForm(connection, chosen.form);
		const filter = { ...filters.filter, formId: form.id, formName: form.name };
		const all = { ...filters, filter };
		const sought = new FieldNames(namesIn(filters.matches));

		const toFetch = connection.isForModel ? max + 1 : max;
		const pages = matchingPages(connection, all, sought, toFetch);

		// Rows are shaped page by page, so that raw pages don't stay in memory until the end.
		const shaped = new OutputRows(connection, { ...options, simplify: isSimple }, form);
		const rows: IDataObject[] = [];
		const formIds: unknown[] = [];
		for await (const { submissions } of pages) {
			for (const row of await shaped.of(submissions)) rows.push(row);
			for (const { formId } of submissions) formIds.push(formId);
		}
		if (rows.length === 0) {
			return { rows, notes: [noteNothingFound(connection.context, all, sought)] };
		}
		// A model would only have more to read.
		if (isSimple && !connection.isForModel) alignColumns(rows, formIds);
		const { notes, hints } = shaped.about();
		const isCutShort = rows.length > max;
		if (isCutShort) rows.pop();
		if (options.order === 'oldestFirst') rows.reverse();
		if (isCutShort) notes.push(noteCutShort(max));
		else if (options.order === 'oldestFirst' && rows.length === max)
			notes.push(noteNewestOnly(max));
		return { rows, notes, hints: [...filters.zoneHints, ...hints] };
	},
});
