import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { connect, EDITING } from '../api/connection';
import { assertFormExists } from '../api/forms';
import { listPage } from '../api/submissions';
import { inputError } from '../errors';
import { rowsOf } from '../rows/submissionRow';
import { readPollSettings } from './settings';

/** What a poll returns. */
export type Items = INodeExecutionData[] | null;

/** The newest submission, for a person trying the trigger in the editor. Changes no state. */
export async function newestAsSample(context: IPollFunctions): Promise<Items> {
	const { filter, form, rows } = readPollSettings(context);
	const connection = await connect(context, EDITING);
	const page = await listPage(connection, filter, { limit: 1 });
	const newest = page.submissions.slice(0, 1);
	if (newest.length > 0) {
		const items = await rowsOf(connection, rows, form)(newest);
		return items.map((json) => ({ json }));
	}
	if (form.id !== undefined) await assertFormExists(connection, form.id);
	throw inputError(
		context.getNode(),
		"There are no submissions yet to use as a sample. Submit the form once or change the filters, then click 'Fetch Test Event' again.",
	);
}
