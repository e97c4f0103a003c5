import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { connect } from '../api/connection';
import { listPage } from '../api/submissions';
import { inputError } from '../errors/errors';
import { readQuestion } from './question';
import { toItems } from './rows';

/** The newest submission, for a person trying the trigger in the editor. Changes no state. */
export async function newestAsSample(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const connection = await connect(context);
	const { filter } = readQuestion(context, connection.baseUrl);
	const page = await listPage(connection, filter, { limit: 1, cursor: undefined });
	const [newest] = page.submissions;
	if (!newest) {
		throw inputError(
			context.getNode(),
			"There is no submission yet to use as a sample. Submit the form once or change the filters, then click 'Fetch Test Event' again.",
		);
	}
	return await toItems(context, connection, [{ submission: newest, atMs: 0, isDated: true }]);
}
