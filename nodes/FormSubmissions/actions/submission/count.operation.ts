import { findForm, formNamesFor } from '../../api/forms';
import { listFilters } from '../../fields/filters';
import { formSubtitle, listedForm } from '../../fields/form';
import { operation } from '../operation';
import { FieldNames } from './fieldNames';
import { matchingPages, namesIn } from './matchingPages';
import { noteNothingFound } from './notes';

export const count = operation({
	value: 'count',
	name: 'Count',
	action: 'Count submissions',
	description: 'Count submissions without returning them',
	builderHint: {
		propertyHint:
			"Use whenever only the number of submissions matters, e.g. for a report: one item whose 'count' may be 0. It reads up to 12,000 submissions a minute, so set the filter 'receivedAfter' where possible.",
	},
	subtitle: formSubtitle({ required: false }),
	fields: { form: listedForm, filters: listFilters },

	async execute(connection, { filters, ...chosen }) {
		const form = await findForm(connection, chosen.form);
		const filter = { ...filters.filter, formId: form.id, formName: form.name };
		const all = { ...filters, filter };
		const sought = new FieldNames(namesIn(filters.matches));

		let total = 0;
		const pages = matchingPages(connection, all, sought);
		for await (const { submissions } of pages) total += submissions.length;

		const note = total === 0 && noteNothingFound(connection.context, all, sought);
		// To a model as well, the count is one item.
		const counted = { count: total, ...(note && connection.isForModel ? { note } : {}) };
		const notes = note && !connection.isForModel ? [note] : [];
		const hints = note ? [] : filters.zoneHints;
		if (form.id === undefined) return { rows: [counted], notes, hints };
		const ofForm = { formId: form.id };
		const nameOf = await formNamesFor(connection, [ofForm], form);
		return { rows: [{ ...counted, formName: nameOf(ofForm), ...ofForm }], notes, hints };
	},
});
