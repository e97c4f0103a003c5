import type { Connection } from './connection';
import { addTimes, DISORDER_MS, type TimedSubmission } from './createdAt';
import type { SubmissionPage } from './types';

/** A time range (Unix milliseconds): its start is inclusive, its end exclusive. */
export type ReceivedRange = { fromMs?: number; beforeMs?: number };

/** After so many submissions in a row from before the start, the walk is past it. */
const PAST = 30;

/**
 * Filters a walk from the newest down: returns the submissions received (`createdAt`) within the
 * range. The walk ends with the page on which it has come past the start; each page is read to its
 * end. Throws if the list is plainly in another order: what was not read could then be in the range,
 * too. Only single submissions that are out of place by more than that can be missed.
 */
export async function* receivedBetween(
	connection: Connection,
	pages: AsyncGenerator<SubmissionPage>,
	{ fromMs = -Infinity, beforeMs }: ReceivedRange,
): AsyncGenerator<SubmissionPage> {
	// Parsing the time of each submission takes a tenth of the time of a large export.
	if (fromMs === -Infinity && beforeMs === undefined) return yield* pages;
	const order = new ListOrder();
	let lastMs = Infinity;
	let inRow = 0;
	for await (const page of pages) {
		const submissions = addTimes(page.submissions, lastMs);
		lastMs = submissions.at(-1)?.atMs ?? lastMs;
		// Without a start, every page is read, so the order doesn't matter.
		if (fromMs !== -Infinity && !order.holdsFor(submissions)) {
			throw connection.fail({ situation: 'orderedDifferently', subject: 'submissions' });
		}
		const within = submissions.filter(
			({ atMs }) => atMs >= fromMs && (beforeMs === undefined || atMs < beforeMs),
		);
		yield { ...page, submissions: within.map(({ submission }) => submission) };
		for (const { atMs } of submissions) inRow = atMs < fromMs - DISORDER_MS ? inRow + 1 : 0;
		if (inRow >= PAST) return;
	}
}

/** How many submissions say how far down the list a walk has come, and within how many one may err. */
const DECIDING = 10;

/** Whether a list is in order of time, newest first, apart from single submissions. */
class ListOrder {
	private lastTimes: number[] = [];

	/** The lowest median of ten times so far: single submissions don't change it. */
	private reachedMs = Infinity;

	private sinceMisplaced = Infinity;

	/** Whether the next submissions continue the order. A second one out of place within ten doesn't. */
	holdsFor(submissions: TimedSubmission[]): boolean {
		for (const { atMs } of submissions) {
			const isMisplaced = atMs > this.reachedMs + DISORDER_MS;
			if (isMisplaced && this.sinceMisplaced < DECIDING) return false;
			this.sinceMisplaced = isMisplaced ? 0 : this.sinceMisplaced + 1;
			this.lastTimes = [...this.lastTimes, atMs].slice(-DECIDING);
			const sorted = [...this.lastTimes].sort((one, other) => one - other);
			const medianMs = sorted.length < DECIDING ? undefined : sorted[DECIDING / 2];
			this.reachedMs = Math.min(this.reachedMs, medianMs ?? Infinity);
		}
		return true;
	}
}
