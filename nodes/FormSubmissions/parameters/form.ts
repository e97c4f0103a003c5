import type { INodeProperties } from 'n8n-workflow';

import { nameInLabel } from './formLabel';
import { readLocator, type LocatorWords } from './locator';
import type { ParameterReader } from './reader';

/** What the list calls nothing chosen in it, where that stands for every form. */
export const ALL_FORMS = 'All forms';

/** The form to read or to watch; where it is not required, empty means every form. */
export function formField(options: {
	required: boolean;
	description: string;
	/** Shown below an ID that is entered. */
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
				// Where nothing has to be chosen, nothing chosen has to be readable as what it means.
				placeholder: options.required ? 'Select a form…' : ALL_FORMS,
				typeOptions: { searchListMethod: 'searchForms', searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				// No validation by a pattern: n8n checks it before each execution with a limit of 250 ms, and
				// a machine short of time would end executions whose deliveries were already accepted.
				placeholder: 'e.g. frm_8x2k1',
				hint: options.idHint,
			},
		],
	};
}

/** Without an ID, nothing was chosen in the list. */
export type FormChoice = {
	id?: string;
	/** As n8n keeps it beside a form chosen from the list; undefined where it is not known for certain. */
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
 * The form that a node reads or watches; without an ID, nothing is chosen in its list, which means
 * every form unless the parameter is required.
 */
export function readForm(reader: ParameterReader): FormChoice {
	const { id, label } = readLocator(reader, 'formId', FORM_WORDS);
	return id === undefined ? {} : { id, name: nameInLabel(id, label) };
}
