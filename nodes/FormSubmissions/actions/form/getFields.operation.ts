import { findForm } from '../../api/chosenForm';
import type { Connection } from '../../api/connection';
import { formNamesFor, labelsOf } from '../../api/forms';
import { takeSubmissions, walkOnce } from '../../api/submissions';
import { quoteNames } from '../../errors/quotes';
import { isBlank } from '../../parameters/entered';
import { FORM_BUILDER_HINT, formParameter, formSubtitle } from '../../parameters/form';
import { wholeNumber } from '../../parameters/kinds';
import { toCell } from '../../rows/cells';
import { columnOf } from '../../rows/columnNames';
import { fieldsAndParts } from '../../rows/formFields';
import { isOfNamedParts } from '../../rows/groupsAsColumns';
import { listOf } from '../../rows/listsAndBoxes';
import { operation } from '../operation';

const form = formParameter({
	required: false,
	description: 'The form whose fields to list. For all forms, leave it empty.',
	builderHint: FORM_BUILDER_HINT,
});

const limit = wholeNumber({
	displayName: 'Limit',
	name: 'limit',
	min: 1,
	default: 100,
	description: 'Max number of submissions to look at, beginning with the newest',
});

type Summary = { types: Set<string>; filledIn: number; example: string | null };

export const getFields = operation({
	value: 'getFields',
	name: 'Get Fields',
	action: 'Get form fields',
	description: "List a form's fields, as found in its newest submissions",
	builderHint: {
		propertyHint:
			"Use to learn the names of a form's fields before you refer to them: 'name' is for filters and options, 'column' is the field's name in rows. The parts of a group are fields, too; they have columns of their own, unless the option 'groups' is set to 'text'. The service doesn't list fields, so only those of the submissions that were looked at are known.",
	},
	subtitle: formSubtitle({ required: false }),
	parameters: { form, limit },

	async execute(connection, { form: chosen, limit: max }) {
		const { id: formId, name: formName } = await findForm(connection, chosen);
		const summaries = new Map<string, Summary>();
		const formIds = new Set<string>();
		let lookedAt = 0;
		const walk = walkOnce(connection, { formId, formName }, max);
		for await (const { submissions } of takeSubmissions(walk, max)) {
			lookedAt += submissions.length;
			for (const { data, formId: ofForm } of submissions) {
				if (typeof ofForm === 'string') formIds.add(ofForm);
				for (const [name, value] of fieldsAndParts(data, isOfNamedParts))
					addTo(summaries, name, value);
			}
		}

		if (summaries.size === 0) return { rows: [], notes: [noteNoFields(lookedAt)] };
		const rows = [...summaries].map(([name, { types, filledIn, example }]) => {
			const [type = 'empty', ...others] = types;
			return {
				name,
				column: columnOf(name),
				type: others.length > 0 ? 'mixed' : type,
				filledIn,
				lookedAt,
				example,
			};
		});
		return { rows, notes: await noteSeveralForms(connection, [...formIds]) };
	},
});

/** Fields of the same name are one row, so rows don't say which form has them. */
async function noteSeveralForms(connection: Connection, formIds: string[]): Promise<string[]> {
	if (formIds.length < 2) return [];
	const forms = formIds.map((formId) => ({ formId }));
	const nameOf = await formNamesFor(connection, forms);
	const labels = labelsOf(forms.map((form) => ({ id: form.formId, name: nameOf(form) })));
	const names = quoteNames(labels);
	return [
		`These are fields of several forms: ${names}. For those of one form, choose it in 'Form'.`,
	];
}

function addTo(summaries: Map<string, Summary>, name: string, value: unknown): void {
	const summary = summaries.get(name) ?? { types: new Set(), filledIn: 0, example: null };
	summaries.set(name, summary);
	const cell = toCell(value);
	if (isBlank(cell)) return;
	summary.types.add(typeOf(value));
	summary.filledIn++;
	summary.example ??= cutExample(String(cell));
}

function typeOf(value: unknown): string {
	if (listOf(value)) return 'list';
	return typeof value === 'string' ? 'text' : typeof value;
}

const MAX_EXAMPLE = 100;

/** Without the half of a character that the cut may leave. */
function cutExample(text: string): string {
	return text.slice(0, MAX_EXAMPLE).replace(/\p{Surrogate}$/u, '');
}

function noteNoFields(lookedAt: number): string {
	return lookedAt === 0
		? "No submissions were found, so no fields are known yet. Quarantined submissions, spam, and test submissions aren't looked at. Submit the form once (not in test mode), then run this again."
		: `No field is known: none of the newest submissions (${lookedAt}) has any.`;
}
