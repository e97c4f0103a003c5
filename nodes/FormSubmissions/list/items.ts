import type { INodeExecutionData } from 'n8n-workflow';

import type { Submission } from '../api/types';
import { matcherFor } from '../rows/fieldMatch';
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

/** Those of the submissions that match, as the trigger is set to return them. */
export async function toItems(
	{ connection, watched: { form, matches, rows } }: Pick<Session, 'connection' | 'watched'>,
	submissions: Submission[],
): Promise<INodeExecutionData[]> {
	const matching = submissions.filter(matcherFor(matches));
	const items = await rowsOf(connection, rows, form)(matching);
	return items.map((json) => ({ json }));
}
