import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { TimedSubmission } from '../api/createdAt';
import { triggerParameters } from '../parameters/reader';
import { readSimplify } from '../parameters/simplify';
import { simplifySubmission } from '../rows/submissionRow';

/** The items of a poll, oldest first; `found` is in the order of the list. */
export function toItems(context: IPollFunctions, found: TimedSubmission[]): INodeExecutionData[] {
	const simplify = readSimplify(triggerParameters(context));
	// The list is newest first; sorting keeps the order of equal times.
	const oldestFirst = [...found].reverse().sort((a, b) => a.atMs - b.atMs);
	return oldestFirst.map(({ submission }) => ({
		json: simplify ? simplifySubmission(submission) : submission,
	}));
}
