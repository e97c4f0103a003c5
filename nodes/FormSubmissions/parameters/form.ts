import type { NodeHint } from 'n8n-workflow';

import type { FormChoice } from '../api/chosenForm';
import { labelsOf } from '../api/forms';
import type { Form } from '../api/types';
import { isRecord } from '../general/records';
import { foldText } from '../general/typedText';
import { isFromModel } from './entered';
import { locator } from './locator';
import type { Parameter } from './parameter';

/** The first entry of the list, and what a workflow stores of it. */
export const ALL_FORMS = { name: 'All Forms', value: 'all' };

/** For n8n's AI builder, and none of a person's business. */
export const FORM_BUILDER_HINT = {
	propertyHint:
		"A form's ID (e.g. frm_8x2k1) or name (e.g. Contact), with mode 'id'. For all forms: mode 'list' and the value 'all', or the words All Forms where a model fills it in with $fromAI.",
};

/** The form to read or watch; without an ID, every form. Unless it is required, nothing chosen means that, too. */
export function formParameter(declared: {
	required: boolean;
	description: string;
	hint?: string;
	builderHint?: typeof FORM_BUILDER_HINT;
}): Parameter<FormChoice> {
	// All forms are an entry of the list, and words that a model can use: an empty ID may come from an
	// expression that failed.
	const chosen = locator({
		...declared,
		name: 'formId',
		displayName: 'Form',
		advice: (isForModel) =>
			isForModel
				? `Use a form's name or its ID, e.g. frm_8x2k1: Form > Get Many returns both. For all forms, use ${ALL_FORMS.name}.`
				: `Choose a form or ${ALL_FORMS.name} from the list, or enter a form's name or its ID, e.g. frm_8x2k1.`,
		list: {
			placeholder: declared.required ? 'Select a form…' : ALL_FORMS.name,
			searchListMethod: 'searchForms',
		},
		id: { placeholder: 'e.g. frm_8x2k1', hint: "The form's name works, too" },
	});
	return {
		property: chosen.property,
		read(source) {
			const { id, isFromList, label } = chosen.read(source);
			const isEvery = isFromList
				? id === ALL_FORMS.value
				: isLeftToModel(source.stored('formId')) && isAllForms(id);
			if (id === undefined || isEvery) return {};
			return { id, isFromList, name: nameInLabel(id, label) };
		},
	};
}

/** A model can't leave the list empty, and would know no other words for it. */
function isAllForms(id = ''): boolean {
	return foldText(id) === foldText(ALL_FORMS.name);
}

function isLeftToModel(stored: unknown): boolean {
	return isFromModel(isRecord(stored) ? stored.value : stored);
}

export const listedForm = formParameter({
	required: false,
	description: 'The form to list submissions from. If none is chosen: all forms.',
	builderHint: FORM_BUILDER_HINT,
});

const NO_FORM = 'No form chosen';

/**
 * An n8n expression, without its braces: the name stored with the form chosen from the list, or else its
 * ID. `$parameter` itself has only the value of a resource locator, so the name is taken from `toJSON`.
 */
export function formSubtitle({ required }: { required: boolean }): string {
	return `((form, value) => {
		if (typeof value === "string" && value.startsWith("=")) return "Form set by expression";
		if (form?.mode === "list") return form.cachedResultName || value || "${required ? NO_FORM : ALL_FORMS.name}";
		return value || "${NO_FORM}";
	})($parameter.toJSON().formId, $rawParameter["formId"])`;
}

const TEST_MARK = ' (test mode)';

export const TEST_MODE_HINT: NodeHint = {
	message:
		'This form was in test mode when it was chosen. To get its test submissions, add the filter <b>Include Test Submissions</b>.',
	type: 'warning',
	location: 'outputPane',
	whenToDisplay: 'always',
	displayCondition: `={{ ($parameter.toJSON().formId?.cachedResultName ?? "").endsWith("${TEST_MARK}") && $parameter["operation"] !== "getFields" && $parameter["filters"]?.includeTest !== true }}`,
};

export function labelForms(forms: Form[]): Array<{ id: string; label: string }> {
	const labels = labelsOf(forms);
	return forms.map(({ id, isTestMode }, index) => {
		const mark = isTestMode === true ? TEST_MARK : '';
		return { id, label: `${labels[index]}${mark}` };
	});
}

/** Undefined if the label may differ from the form's name. */
function nameInLabel(id: string, label = id): string | undefined {
	const mayDiffer = label.includes(id) || label.endsWith(TEST_MARK) || label.startsWith("'=");
	return mayDiffer ? undefined : label;
}
