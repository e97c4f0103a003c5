import { lastTimesMs, reachedMs, timed } from './createdAt';
import type { SubmissionPage } from './types';

/** A time range (Unix milliseconds): its start is inclusive, its end exclusive. */
export type ReceivedRange = { fromMs?: number; beforeMs?: number };

/** How far the list's order and `createdAt` may differ, besides single submissions (milliseconds). */
const MAX_DISORDER_MS = 5_000;

/**
 * Filters a walk from the newest down: returns the submissions received (`createdAt`) within the
 * range. The walk ends with the page on which it has come down well below it (`reachedMs`); each page
 * is read to its end.
 */
export function receivedBetween(
	pages: AsyncGenerator<SubmissionPage>,
	range: ReceivedRange,
): AsyncGenerator<SubmissionPage> {
	const isAllOfTime = range.fromMs === undefined && range.beforeMs === undefined;
	// Parsing the time of each submission takes a tenth of the time of a large export.
	return isAllOfTime ? pages : filterPages(pages, range);
}

async function* filterPages(
	pages: AsyncGenerator<SubmissionPage>,
	{ fromMs = -Infinity, beforeMs }: ReceivedRange,
): AsyncGenerator<SubmissionPage> {
	let lastTimes: number[] = [];
	for await (const page of pages) {
		const submissions = timed(page.submissions, lastTimes.at(-1) ?? Infinity);
		const within = submissions.filter(
			({ atMs }) => atMs >= fromMs && (beforeMs === undefined || atMs < beforeMs),
		);
		yield { ...page, submissions: within.map(({ submission }) => submission) };
		lastTimes = lastTimesMs(lastTimes, submissions);
		if (reachedMs(lastTimes) < fromMs - MAX_DISORDER_MS) return;
	}
}
