import type { IPollFunctions } from 'n8n-workflow';

import { connect, EDITING } from '../api/connection';
import { assertFormExists, findForm } from '../api/forms';
import { listPage } from '../api/submissions';
import { inputError } from '../errors';
import { rowsOf } from '../rows/submissionRow';
import type { PollSettings } from './settings';
import type { Items } from './turns';

/** The newest submission, for a person trying the trigger in the editor. Changes no state. */
export async function newestAsSample(
	context: IPollFunctions,
	{ form, rows, ...settings }: PollSettings,
): Promise<Items> {
	const connection = await connect(context, EDITING);
	const { id } = await findForm(connection, form);
	const page = await listPage(connection, { ...settings.filter, formId: id }, { limit: 1 });
	const newest = page.submissions.slice(0, 1);
	if (newest.length > 0) {
		const items = await rowsOf(connection, rows, form)(newest);
		return items.map((json) => ({ json }));
	}
	if (id !== undefined) await assertFormExists(connection, id);
	throw inputError(
		context.getNode(),
		"There are no submissions yet to use as a sample. Submit the form once or change the filters, then click 'Fetch Test Event' again.",
	);
}
