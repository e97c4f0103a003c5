import type { INodeExecutionData } from 'n8n-workflow';

import type { Submission } from '../api/types';
import { matcherFor } from '../rows/fieldMatch';
import { rowsOf } from '../rows/submissionRow';
import type { KeyedSubmission } from './checkpoint';
import type { Session } from './session';

/** A new submission, and what the workflow gets of it: nothing if Field Value leaves it out. */
export type ToHandOver = { one: KeyedSubmission; item?: INodeExecutionData };

/** A page at a time. */
export function toHandOver(
	session: Pick<Session, 'connection' | 'watched'>,
): (page: KeyedSubmission[]) => Promise<ToHandOver[]> {
	const isWanted = matcherFor(session.watched.matches);
	return async (page) => {
		const wanted = page.filter(({ submission }) => isWanted(submission));
		const items = await toItems(
			session,
			wanted.map(({ submission }) => submission),
		);
		const itemOf = new Map(wanted.map((one, index) => [one, items[index]]));
		return page.map((one) => ({ one, item: itemOf.get(one) }));
	};
}

/** A walk meets the newest first, and sorting keeps the order of equal times. */
export function oldestFirst<Found>(found: Found[], atMs: (one: Found) => number): Found[] {
	return [...found].reverse().sort((a, b) => atMs(a) - atMs(b));
}

export async function toItems(
	{ connection, watched: { form, rows } }: Pick<Session, 'connection' | 'watched'>,
	submissions: Submission[],
): Promise<INodeExecutionData[]> {
	const items = await rowsOf(connection, rows, form)(submissions);
	return items.map((json) => ({ json }));
}
