import type { IDataObject } from 'n8n-workflow';

import { findForm } from '../../api/chosenForm';
import { inputError } from '../../errors/nodeErrors';
import { quoteName, quoteNames, quoteValue } from '../../errors/quotes';
import { oneField } from '../../parameters/fieldValue';
import { listFilters } from '../../parameters/filters';
import { formSubtitle, listedForm } from '../../parameters/form';
import { choice } from '../../parameters/kinds';
import { partsOf } from '../../rows/formFields';
import { operation } from '../operation';
import { Answers, findCombined, MAX_ANSWERS, type Answer, type Separator } from './answerCounts';
import { Search } from './search';
import { WantedFields } from './wantedFields';

const SPLIT_AT: Record<Separator | 'none', { name: string }> = {
	none: { name: 'Nowhere' },
	comma: { name: 'Comma' },
	semicolon: { name: 'Semicolon' },
	lineBreak: { name: 'Line Break' },
	space: { name: 'Space' },
};

const splitAt = choice({
	displayName: 'Split Text At',
	name: 'splitAt',
	options: SPLIT_AT,
	default: 'none',
	description:
		'What separates the answers in a text, if the form sends the options chosen as one text: in "Red, Blue", a comma. The entries of a list count one by one anyway.',
});

function noteCombined(answers: Answer[]): string[] {
	const found = findCombined(answers);
	if (!found) return [];
	return [
		`Some answers look like several in one text, e.g. ${quoteValue(found.example)}. To count each by itself, set 'Split Text At' to ${SPLIT_AT[found.splitAt].name}.`,
	];
}

function noteGroup(field: string, group: Record<string, unknown> | undefined): string[] {
	const parts = group && partsOf(field, group);
	if (!parts) return [];
	const names = quoteNames(parts.map(([name]) => name));
	return [
		`The form field ${quoteName(field)} is a group, which was counted as a whole. To count one of its parts, choose it instead: ${names}.`,
	];
}

export const countByAnswer = operation({
	value: 'countByAnswer',
	name: 'Count by Answer',
	action: 'Count submissions by answer',
	description:
		'Count how often each answer to a form field was given, with its share of those who answered',
	builderHint: {
		propertyHint:
			"Use for reports and charts on one field, e.g. how many chose each option: one item for each answer, with 'answer', 'count', and 'share' (0 to 1, of the submissions that have an answer), most first, and one with the answer null for submissions without one. Each entry of a list, e.g. of checkboxes, counts, so shares may add up to more than 1. For ranking questions, use 'averagePosition' (1 is first). If the form sends the options chosen as one text, set 'splitAt'. Don't fetch rows for this: n8n's Summarize node takes a list for one answer.",
	},
	subtitle: formSubtitle({ required: false }),
	parameters: { form: listedForm, field: oneField, splitAt, filters: listFilters },

	async execute(connection, { field, splitAt: split, filters, ...chosen }) {
		const form = await findForm(connection, chosen.form);
		const search = new Search(connection, form, filters);
		const fields = new WantedFields([field]);
		const answers = new Answers(field, split === 'none' ? undefined : split);

		for await (const { submissions } of search.pages()) {
			if (fields.unseen.size > 0) fields.meet(submissions);
			if (answers.meet(submissions)) continue;
			const problem = `The form field ${quoteName(field)} has more than ${MAX_ANSWERS.toLocaleString('en')} different answers, or very long ones.`;
			throw inputError(
				connection.context.getNode(),
				`${problem} Narrow the list by form, status, time received, or the value of a form field, or choose a field with fewer answers.`,
			);
		}

		const { answered, unanswered, hasLists, group } = answers;
		if (answered + unanswered === 0) return { rows: [], notes: [search.noteNothingFound()] };
		const all = answers.all();
		const rows: IDataObject[] = all.map(({ answer, count, inLists, positions }) => ({
			answer,
			count,
			share: rounded(count / answered),
			...(hasLists && { averagePosition: inLists > 0 ? rounded(positions / inLists) : null }),
		}));
		const none = { answer: null, count: unanswered, share: null };
		if (unanswered > 0) rows.push(hasLists ? { ...none, averagePosition: null } : none);
		const notes = [
			...fields.noteUnseen('searched'),
			...noteGroup(field, group),
			...noteCombined(all),
		];
		return { rows, notes, hints: filters.zoneHints };
	},
});

/** To three places. */
function rounded(value: number): number {
	return Math.round(value * 1000) / 1000;
}
