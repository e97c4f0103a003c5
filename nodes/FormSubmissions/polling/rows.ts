import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { Connection } from '../api/connection';
import type { TimedSubmission } from '../api/createdAt';
import { formNamesOf } from '../api/formNames';
import type { Submission } from '../api/types';
import { asNodeError } from '../errors/errors';
import { readForm } from '../parameters/form';
import { triggerParameters } from '../parameters/reader';
import { readRowOptions } from '../parameters/rowOptions';
import { readSimplify } from '../parameters/simplify';
import { rowShape } from '../rows/rowShape';
import { simplifySubmission } from '../rows/submissionRow';

/** The items of a poll, oldest first; `found` is in the order of the list. */
export async function toItems(
	context: IPollFunctions,
	connection: Connection,
	found: TimedSubmission[],
): Promise<INodeExecutionData[]> {
	const parameters = triggerParameters(context);
	const simplify = readSimplify(parameters);
	const shape = rowShape(readRowOptions(parameters));
	// The list is newest first; sorting keeps the order of equal times.
	const names = simplify ? await formNames(connection, readForm(parameters).name, found) : noName;
	const oldestFirst = [...found].reverse().sort((a, b) => a.atMs - b.atMs);
	return oldestFirst.map(({ submission }) => ({
		json: simplify ? simplifySubmission(submission, names(submission), shape) : submission,
	}));
}

type NameOf = (submission: Submission) => string | null;

const noName: NameOf = () => null;

/** Submissions must be neither delayed nor lost because the names of their forms are missing. */
async function formNames(
	connection: Connection,
	chosen: string | undefined,
	found: TimedSubmission[],
): Promise<NameOf> {
	if (chosen !== undefined) return () => chosen;
	const { deadlineMs = Infinity } = connection.patience;
	if (Date.now() >= deadlineMs) return noName;
	try {
		return await formNamesOf(
			connection,
			found.map(({ submission }) => submission),
		);
	} catch (error) {
		connection.context.logger.warn(
			`Form Submissions: the form names couldn't be read, so formName is empty. ${asNodeError(connection.context.getNode(), error).message}`,
		);
		return noName;
	}
}
