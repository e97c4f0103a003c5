import type { INodeExecutionData } from 'n8n-workflow';

import type { Submission } from '../api/types';
import { rowsOf } from '../rows/submissionRow';
import type { Reading } from './readList';
import type { Session } from './start';

/** The new submissions, oldest first: the list is newest first, and sorting keeps the order of equal times. */
export function oldestFirst({ found }: Pick<Reading, 'found'>): Submission[] {
	const sorted = found
		.flat()
		.reverse()
		.sort((a, b) => a.atMs - b.atMs);
	return sorted.map(({ submission }) => submission);
}

/** Submissions as the trigger is set to return them. */
export async function toItems(
	{ connection, watched: { form, rows } }: Pick<Session, 'connection' | 'watched'>,
	submissions: Submission[],
): Promise<INodeExecutionData[]> {
	const items = await rowsOf(connection, rows, form)(submissions);
	return items.map((json) => ({ json }));
}
