import { timed } from './createdAt';
import type { SubmissionPage } from './types';

/** A span of time (Unix milliseconds): its start is inclusive, its end exclusive. */
export type ReceivedRange = { fromMs?: number; beforeMs?: number };

/**
 * What was received (`createdAt`) within the span, of a walk from the newest down. The walk ends
 * with the page whose last submission lies before the span; each page is read to its end.
 */
export function receivedBetween(
	pages: AsyncGenerator<SubmissionPage>,
	range: ReceivedRange,
): AsyncGenerator<SubmissionPage> {
	const isAllOfTime = range.fromMs === undefined && range.beforeMs === undefined;
	// Reading the time of each submission is a tenth of what a large export costs.
	return isAllOfTime ? pages : filterPages(pages, range);
}

async function* filterPages(
	pages: AsyncGenerator<SubmissionPage>,
	{ fromMs = -Infinity, beforeMs }: ReceivedRange,
): AsyncGenerator<SubmissionPage> {
	let lastMs = Infinity;
	for await (const page of pages) {
		const rows = timed(page.submissions, lastMs);
		const within = rows.filter(
			({ atMs }) => atMs >= fromMs && (beforeMs === undefined || atMs < beforeMs),
		);
		yield { ...page, submissions: within.map(({ submission }) => submission) };
		lastMs = rows.at(-1)?.atMs ?? lastMs;
		if (lastMs < fromMs) return;
	}
}
