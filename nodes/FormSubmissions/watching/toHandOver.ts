import type { INodeExecutionData } from 'n8n-workflow';

import { matcherFor } from '../rows/fieldMatch';
import { rowsOf } from '../rows/submissionRow';
import type { KeyedSubmission } from './checkpoint';
import type { Session } from './session';

/** A new submission, and what the workflow gets of it: nothing if Field Value leaves it out. */
export type ToHandOver = { one: KeyedSubmission; item?: INodeExecutionData };

/** A page at a time. */
export function toHandOver({
	connection,
	watched: { form, rows, matches },
}: Pick<Session, 'connection' | 'watched'>): (page: KeyedSubmission[]) => Promise<ToHandOver[]> {
	const isWanted = matcherFor(matches);
	const toRows = rowsOf(connection, rows, form);
	return async (page) => {
		const wanted = page.filter(({ submission }) => isWanted(submission));
		const made = await toRows(wanted.map(({ submission }) => submission));
		const rowOf = new Map(wanted.map((one, index) => [one, made[index]]));
		return page.map((one) => {
			const json = rowOf.get(one);
			return json ? { one, item: { json } } : { one };
		});
	};
}

/** A walk meets the newest first, and sorting keeps the order of equal times. */
export function oldestFirst<Found>(found: Found[], atMs: (one: Found) => number): Found[] {
	return [...found].reverse().sort((a, b) => atMs(a) - atMs(b));
}
