import type { IDataObject } from 'n8n-workflow';

import { findForm } from '../../api/chosenForm';
import { inputError } from '../../errors/nodeErrors';
import { quoteName } from '../../parameters/entered';
import { oneField } from '../../parameters/fieldValue';
import { listFilters } from '../../parameters/filters';
import { formSubtitle, listedForm } from '../../parameters/form';
import { operation } from '../operation';
import { Answers, MAX_ANSWERS } from './answerCounts';
import { FieldsMet } from './fieldsMet';
import { Search } from './search';

export const countByAnswer = operation({
	value: 'countByAnswer',
	name: 'Count by Answer',
	action: 'Count submissions by answer',
	description: 'Count how often each answer to a form field was given',
	builderHint: {
		propertyHint:
			"Use for reports and charts on one field, e.g. how many chose each option: one item for each answer, with 'answer', 'count', and 'share' (0 to 1), most first, and one with the answer null for submissions without one. Each entry of a list, e.g. of checkboxes, counts. Don't fetch rows for this: n8n's Summarize node takes a list for one answer.",
	},
	subtitle: formSubtitle({ required: false }),
	parameters: { form: listedForm, field: oneField, filters: listFilters },

	async execute(connection, { field, filters, ...chosen }) {
		const form = await findForm(connection, chosen.form);
		const search = new Search(connection, form, filters);
		const fields = new FieldsMet([field]);
		const answers = new Answers(field);

		for await (const { submissions } of search.pages()) {
			if (fields.unseen.size > 0) fields.meet(submissions);
			if (answers.meet(submissions)) continue;
			const problem = `The form field ${quoteName(field)} has more than ${MAX_ANSWERS.toLocaleString('en')} different answers, or very long ones.`;
			throw inputError(
				connection.context.getNode(),
				`${problem} Narrow the list by form, status, time received, or the value of a form field, or choose a field with fewer answers.`,
			);
		}

		const { answered, unanswered } = answers;
		if (answered + unanswered === 0) return { rows: [], notes: [search.noteNothingFound()] };
		const rows: IDataObject[] = answers
			.all()
			.map(({ answer, count }) => ({ answer, count, share: count / answered }));
		if (unanswered > 0) rows.push({ answer: null, count: unanswered, share: null });
		return { rows, notes: fields.noteUnseen('searched'), hints: filters.zoneHints };
	},
});
