import type { INodeProperties } from 'n8n-workflow';

import { nameInLabel } from './formLabel';
import { readLocator, type LocatorWords } from './locator';
import type { ParameterReader } from './reader';

/** What the list shows while nothing is chosen, if that means every form. */
export const ALL_FORMS = 'All forms';

/** The form to read or watch. If it isn't required, nothing chosen means every form. */
export function formField(options: {
	required: boolean;
	description: string;
	/** Shown below the field for the ID. */
	idHint?: string;
}): INodeProperties {
	return {
		displayName: 'Form',
		name: 'formId',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: options.required,
		description: options.description,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				// If the form is optional, the empty list says what nothing chosen means.
				placeholder: options.required ? 'Select a form…' : ALL_FORMS,
				typeOptions: { searchListMethod: 'searchForms', searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				// No pattern to validate: n8n checks patterns before each execution, within 250 ms. A busy
				// machine would exceed that, and end executions whose deliveries were already accepted.
				placeholder: 'e.g. frm_8x2k1',
				hint: options.idHint,
			},
		],
	};
}

/** The form chosen. Without an ID, nothing was chosen in the list. */
export type FormChoice = {
	id?: string;
	/** As n8n stores it with a form chosen from the list; undefined if it isn't certain. */
	name?: string;
};

export const FORM_WORDS: LocatorWords = {
	name: 'form',
	advice: {
		person:
			"Choose a form from the list, or check the ID or expression in 'Form'. An ID is text such as frm_8x2k1.",
		model: "Use the form's exact name or its ID, e.g. frm_8x2k1; Form > Get Many returns both.",
	},
};

/**
 * The form that a node reads or watches. Without an ID, nothing is chosen in the list, which means
 * every form unless the parameter is required.
 */
export function readForm(reader: ParameterReader): FormChoice {
	const { id, label } = readLocator(reader, 'formId', FORM_WORDS);
	return id === undefined ? {} : { id, name: nameInLabel(id, label) };
}
