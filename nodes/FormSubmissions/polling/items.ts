import type { INodeExecutionData } from 'n8n-workflow';

import type { Connection } from '../api/connection';
import type { TimedSubmission } from '../api/createdAt';
import { formNamesFor } from '../api/forms';
import { rowShape } from '../rows/rowShape';
import { simplifySubmission } from '../rows/submissionRow';
import type { PollSettings } from './settings';

/** The items of a poll, oldest first; `found` is in the order of the list. */
export async function toItems(
	connection: Connection,
	{ form, rows: { simplify, ...look } }: PollSettings,
	found: TimedSubmission[],
): Promise<INodeExecutionData[]> {
	// The list is newest first; sorting keeps the order of equal times.
	const submissions = [...found]
		.reverse()
		.sort((a, b) => a.atMs - b.atMs)
		.map(({ submission }) => submission);
	if (!simplify) return submissions.map((json) => ({ json }));
	const shape = rowShape(look);
	const nameOf = await formNamesFor(connection, submissions, form);
	return submissions.map((one) => ({ json: simplifySubmission(one, nameOf(one), shape) }));
}
