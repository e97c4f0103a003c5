import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { Connection } from '../api/connection';
import type { TimedSubmission } from '../api/createdAt';
import { formNamesFor } from '../api/forms';
import { readForm } from '../parameters/form';
import { triggerParameters } from '../parameters/reader';
import { readOptions, readRowOptions } from '../parameters/rowOptions';
import { rowShape } from '../rows/rowShape';
import { simplifySubmission } from '../rows/submissionRow';

/** The items of a poll, oldest first; `found` is in the order of the list. */
export async function toItems(
	context: IPollFunctions,
	connection: Connection,
	found: TimedSubmission[],
): Promise<INodeExecutionData[]> {
	const parameters = triggerParameters(context);
	const { simplify, ...look } = readRowOptions(parameters, readOptions(parameters));
	const shape = rowShape(look);
	const needNames = simplify ? found.map(({ submission }) => submission) : [];
	const nameOf = await formNamesFor(connection, needNames, readForm(parameters));
	// The list is newest first; sorting keeps the order of equal times.
	const oldestFirst = [...found].reverse().sort((a, b) => a.atMs - b.atMs);
	return oldestFirst.map(({ submission }) => ({
		json: simplify ? simplifySubmission(submission, nameOf(submission), shape) : submission,
	}));
}
