import type { NodeApiError } from 'n8n-workflow';

import type { Problem } from '../errors/errors';
import type { SubmissionPage } from './types';

/** Submissions a page at most (specification, section 8). */
export const LARGEST_PAGE = 100;

/** Empty pages in a row after which a list is taken to have no end. */
const MOST_EMPTY_PAGES = 100;

export type PageRequest = { limit: number; cursor: string | undefined };

type Fail = (problem: Problem) => NodeApiError;

/**
 * Walks a list page by page, asking for the next page only when the caller wants more. `wanted`
 * is how many submissions the caller can use at most; the last page is asked for no more than
 * what is still wanted. A service that ignores the limit of a page may send more: whoever needs an
 * exact number takes it with `takeSubmissions`.
 */
export async function* walkPages(
	fetchPage: (request: PageRequest) => Promise<SubmissionPage>,
	fail: Fail,
	wanted = Infinity,
	startCursor?: string,
): AsyncGenerator<SubmissionPage> {
	const seenCursors = new Set([startCursor]);
	let cursor = startCursor;
	let emptyPages = 0;
	for (let missing = wanted; missing > 0; ) {
		const page = await fetchPage({ limit: Math.min(missing, LARGEST_PAGE), cursor });
		missing -= page.submissions.length;
		yield page;

		if (page.nextCursor === null) return;
		emptyPages = page.submissions.length === 0 ? emptyPages + 1 : 0;
		if (emptyPages >= MOST_EMPTY_PAGES) {
			throw fail({ situation: 'endlessPages', subject: 'submissions' });
		}
		if (seenCursors.has(page.nextCursor)) {
			throw fail({ situation: 'repeatedCursor', subject: 'submissions' });
		}
		seenCursors.add(page.nextCursor);
		cursor = page.nextCursor;
	}
}

/** The first so many submissions of a walk; no page is asked for beyond them. */
export async function* takeSubmissions(
	pages: AsyncIterable<SubmissionPage>,
	wanted: number,
): AsyncGenerator<SubmissionPage> {
	let missing = wanted;
	for await (const page of pages) {
		const submissions = page.submissions.slice(0, missing);
		missing -= submissions.length;
		yield { ...page, submissions };
		if (missing <= 0) return;
	}
}

/**
 * The same pages, the next one being fetched while the caller is busy with the last. For a caller
 * that takes all of them: one that leaves early has asked for a page it does not use.
 */
export async function* readAhead(
	pages: AsyncGenerator<SubmissionPage>,
): AsyncGenerator<SubmissionPage> {
	let next = pages.next();
	for (;;) {
		const { done, value } = await next;
		if (done) return;
		next = pages.next();
		// What goes wrong with it is thrown when the caller comes for it, so until then somebody has
		// to listen, or Node would take it for an error that nobody handles.
		next.catch(() => undefined);
		yield value;
	}
}
