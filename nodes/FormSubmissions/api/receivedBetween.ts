import type { Connection } from './connection';
import { addTimes, appendTimes, hasPassed } from './createdAt';
import { ListOrder } from './listOrder';
import type { SubmissionPage } from './types';

/** A time range (Unix milliseconds): its start is inclusive, its end exclusive. */
export type ReceivedRange = { fromMs?: number; beforeMs?: number };

/**
 * Filters a walk from the newest down: returns the submissions received (`createdAt`) within the
 * range. The walk ends with the page on which it passes the start; each page is read in full. Throws
 * if the list is plainly in another order and goes on: what follows could be in the range, too. Only
 * single submissions that are far out of place can be missed. Without any times, a start leaves
 * nothing out, and an end can't be applied.
 */
export async function* receivedBetween(
	connection: Connection,
	pages: AsyncGenerator<SubmissionPage>,
	{ fromMs = -Infinity, beforeMs }: ReceivedRange,
): AsyncGenerator<SubmissionPage> {
	// Parsing the time of each submission takes a tenth of the time of a large export.
	if (fromMs === -Infinity && beforeMs === undefined) return yield* pages;
	const order = new ListOrder();
	let lastMs: number | undefined;
	let lastTimes: number[] = [];
	for await (const page of pages) {
		const submissions = addTimes(page.submissions, lastMs ?? Infinity);
		lastMs = submissions.at(-1)?.atMs ?? lastMs;
		// Without a start, every page is read, so the order doesn't matter. Nor does it at the end of the list.
		const mayMiss = fromMs !== -Infinity && page.nextCursor !== null;
		if (mayMiss && !order.holdsFor(submissions)) {
			throw connection.errorFor({ situation: 'orderedDifferently', subject: 'submissions' });
		}
		const within = submissions.filter(
			({ atMs }) => atMs >= fromMs && (beforeMs === undefined || atMs < beforeMs),
		);
		yield { ...page, submissions: within.map(({ submission }) => submission) };
		lastTimes = appendTimes(lastTimes, submissions);
		if (hasPassed(fromMs, lastTimes)) return;
	}
	// Infinity: there were submissions, but none with a time, so none could be said to be early enough.
	if (beforeMs !== undefined && lastMs === Infinity) {
		throw connection.errorFor({ situation: 'noTimes', subject: 'submissions' });
	}
}
