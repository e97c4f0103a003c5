import type { Connection } from '../api/connection';
import { formByName, isFormId } from '../api/formByName';
import { FORM_WORDS, formField, type FormChoice } from './form';
import { nameInLabel } from './formLabel';
import { readLocator } from './locator';
import type { ParameterReader } from './reader';

/** The form whose submissions are listed. */
export const listedFormField = formField({
	required: false,
	description:
		'The form whose submissions to list, by its ID (e.g. frm_8x2k1) or its exact name (e.g. Contact). If nothing is chosen, those of every form.',
	idHint: "The form's exact name works too",
});

/**
 * The form whose submissions are listed; without an ID, every form. People and models know forms by
 * name, so a value that doesn't look like an ID is looked up at the service as a form's name. A
 * name that looks like an ID is taken for an ID.
 */
export async function readListedForm(
	reader: ParameterReader,
	connection: Connection,
): Promise<FormChoice> {
	const { id, isFromList, label } = readLocator(reader, 'formId', FORM_WORDS);
	if (id === undefined) return {};
	if (isFromList || isFormId(id)) return { id, name: nameInLabel(id, label) };
	return await formByName(connection, id);
}
