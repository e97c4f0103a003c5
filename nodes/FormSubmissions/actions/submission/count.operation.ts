import { matchingField } from '../../api/fieldMatch';
import { findForm, formNamesFor } from '../../api/forms';
import { readAhead, walkSubmissions } from '../../api/pages';
import { receivedBetween } from '../../api/receivedBetween';
import { listFilters } from '../../fields/filters';
import { formSubtitle, listedForm } from '../../fields/form';
import { operation } from '../operation';
import { noteNothingFound } from './nothingFound';

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
		const filter = { ...filters.filter, formId: form.id };

		let total = 0;
		const walk = walkSubmissions(connection, filter);
		const within = receivedBetween(connection, walk, filters.range);
		const pages = readAhead(matchingField(within, filters.match));
		for await (const { submissions } of pages) total += submissions.length;

		const [note] = total === 0 ? noteNothingFound(connection, { ...filters, filter }) : [];
		if (form.id === undefined) return [{ count: total, ...note }];
		const ofForm = { formId: form.id };
		const nameOf = await formNamesFor(connection, [ofForm], form);
		return [{ count: total, formName: nameOf(ofForm), ...ofForm, ...note }];
	},
});
