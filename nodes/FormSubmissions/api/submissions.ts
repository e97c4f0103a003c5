import { hasId, isRecord } from '../general/records';
import { settledWithin } from '../general/time';
import type { Connection } from './connection';
import { itemsOf } from './itemsOf';
import { MAX_PAGE_SIZE } from './limits';
import { startsAgain } from './newestFirst';
import { request } from './transport/request';
import type { Submission, SubmissionFilter, SubmissionPage } from './types';

/** After this many empty pages in a row, the list is considered endless. */
const MAX_EMPTY_PAGES = 100;

/** How long to let the next request leave before the caller blocks the event loop (milliseconds). */
const SENDING_MS = 4;

/** One page of the list, newest first (`GET /v1/submissions`, specification section 4). */
export async function listPage(
	connection: Connection,
	filter: SubmissionFilter,
	{ limit, cursor }: { limit: number; cursor?: string },
): Promise<SubmissionPage> {
	const { json: body, textLength } = await request(connection, {
		method: 'GET',
		path: ['submissions'],
		means: cursor
			? { ifUnknown: 'cursorRefused', ifRefused: 'cursorRefused' }
			: {
					ifUnknown: filter.formId ? 'noSuchForm' : undefined,
					id: filter.formId,
					name: filter.formName,
				},
		query: { ...filterQuery(filter), limit: String(limit), ...(cursor ? { cursor } : {}) },
	});
	const submissions = itemsOf(connection, body);
	const pagination = isRecord(body) ? body.pagination : undefined;
	if (!isRecord(pagination) || typeof pagination.hasMore !== 'boolean') {
		throw connection.errorFor('noPagination');
	}
	const { hasMore, nextCursor } = pagination;
	if (!hasMore) return { submissions, nextCursor: null, textLength };
	if (typeof nextCursor !== 'string' || nextCursor === '') throw connection.errorFor('noCursor');
	return { submissions, nextCursor, textLength };
}

/**
 * Walks the list page by page, newest first, fetching the next page only when the caller wants it.
 * `wanted` is the maximum number of submissions that the caller can use; the limit of the last page is
 * what is still missing. A service that ignores it may send more: use `takeSubmissions` for an exact
 * number.
 */
export async function* walkSubmissions(
	connection: Connection,
	filter: SubmissionFilter,
	wanted = Infinity,
): AsyncGenerator<SubmissionPage> {
	const seenCursors = new Set<string>();
	let cursor: string | undefined;
	let emptyPages = 0;
	for (let missing = wanted; missing > 0;) {
		const limit = Math.min(missing, MAX_PAGE_SIZE);
		const page = await listPage(connection, filter, { limit, cursor });
		missing -= page.submissions.length;
		yield page;

		if (page.nextCursor === null) return;
		emptyPages = page.submissions.length === 0 ? emptyPages + 1 : 0;
		if (emptyPages >= MAX_EMPTY_PAGES) {
			throw connection.errorFor('endlessPages');
		}
		if (seenCursors.has(page.nextCursor)) {
			throw connection.errorFor('repeatedCursor');
		}
		seenCursors.add(page.nextCursor);
		cursor = page.nextCursor;
	}
}

/**
 * The same for a walk that nothing is known of but its own pages: throws if the list starts again, since a service
 * that forgets a cursor may answer with the first page. Such a walk would return submissions twice, and
 * never end if more come meanwhile.
 */
export async function* walkOnce(
	connection: Connection,
	filter: SubmissionFilter,
	wanted?: number,
): AsyncGenerator<SubmissionPage> {
	let first: Submission[] = [];
	for await (const page of walkSubmissions(connection, filter, wanted)) {
		if (first.length === 0) first = page.submissions;
		else if (startsAgain(first, page.submissions)) throw connection.errorFor('startsAgain');
		yield page;
	}
}

/** The first `wanted` submissions of a walk; no page beyond them is fetched. */
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
 * The same pages, with the next one fetched while the caller processes the current one. For callers
 * that read all pages: one that stops early has fetched a page for nothing.
 */
export async function* readAhead(
	pages: AsyncGenerator<SubmissionPage>,
): AsyncGenerator<SubmissionPage> {
	let next = pages.next();
	for (;;) {
		const { done, value } = await next;
		if (done) return;
		next = pages.next();
		// The caller gets an error when it awaits the page; waiting here keeps Node from reporting it before.
		await settledWithin(next, SENDING_MS);
		yield value;
	}
}

/**
 * One submission (`GET /v1/submissions/:id`). The specification does not show whether it comes bare
 * or in an envelope; both are accepted.
 */
export async function getSubmission(connection: Connection, id: string): Promise<Submission> {
	const { json: body } = await request(connection, {
		method: 'GET',
		path: ['submissions', id],
		means: { ifUnknown: 'noSuchSubmission', id },
	});
	const submission = [body, isRecord(body) ? body.data : undefined].find(hasId);
	if (!submission) throw connection.errorFor('noSubmission');
	if (submission.id !== id) throw connection.errorFor('otherSubmission', { id });
	return submission;
}

function filterQuery({ formId, statuses, includeTest }: SubmissionFilter): Record<string, string> {
	const query: Record<string, string> = {};
	if (formId) query.form_id = formId;
	if (statuses && statuses.length > 0) query.status = statuses.join(',');
	if (includeTest) query.include_test = 'true';
	return query;
}
