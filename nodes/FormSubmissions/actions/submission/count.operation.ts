import { findForm } from '../../api/chosenForm';
import { formNamesFor } from '../../api/forms';
import { listFilters } from '../../parameters/filters';
import { formSubtitle, listedForm } from '../../parameters/form';
import { operation } from '../operation';
import { Search } from './search';

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
	parameters: { form: listedForm, filters: listFilters },

	async execute(connection, { filters, ...chosen }) {
		const form = await findForm(connection, chosen.form);
		const search = new Search(connection, form, filters);

		let total = 0;
		for await (const { submissions } of search.pages()) total += submissions.length;

		const ofForm = { formId: form.id };
		const nameOf = await formNamesFor(connection, [ofForm], form);
		const columns = form.id === undefined ? {} : { formName: nameOf(ofForm), ...ofForm };
		const row = { count: total, ...columns };
		if (total > 0) return { rows: [row], hints: filters.zoneHints };
		const note = search.noteNothingFound();
		// To a model as well, the count is one item.
		return connection.isForModel ? { rows: [{ ...row, note }] } : { rows: [row], notes: [note] };
	},
});
