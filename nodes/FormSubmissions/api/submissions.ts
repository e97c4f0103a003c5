import type { Connection } from './connection';
import { pathSegment } from './urls/pathSegment';
import type { Problem } from '../errors/errors';
import { walkPages, type PageRequest } from './pages';
import { request } from './transport/request';
import { isRecord } from '../general/records';
import { hasId, type Submission, type SubmissionFilter, type SubmissionPage } from './types';

/** One page of the list, newest first (`GET /v1/submissions`, specification section 4). */
export async function listPage(
	connection: Connection,
	filter: SubmissionFilter,
	{ limit, cursor }: PageRequest,
): Promise<SubmissionPage> {
	const body = await request(connection, {
		method: 'GET',
		path: '/v1/submissions',
		subject: 'submissions',
		detail: filter.formId,
		query: { ...filterQuery(filter), limit: String(limit), ...(cursor ? { cursor } : {}) },
	});
	const page = readPage(body);
	if ('situation' in page) throw connection.fail(page);
	return page;
}

/**
 * Checks one response to `GET /v1/submissions` (sections 2 and 4). If anything is missing, that is
 * a problem, never an empty or last page: a list must not look complete when it isn't.
 */
export function readPage(body: unknown): SubmissionPage | Problem {
	const problem = (situation: Problem['situation']): Problem => ({
		situation,
		subject: 'submissions',
	});
	if (!isRecord(body)) return problem('noData');
	const { data: submissions, pagination }: Record<string, unknown> = body;
	if (!isSubmissionList(submissions)) return problem('noData');

	if (!isRecord(pagination) || typeof pagination.hasMore !== 'boolean') {
		return problem('noPagination');
	}
	if (!pagination.hasMore) return { submissions, hasMore: false, nextCursor: null };
	const { nextCursor } = pagination;
	if (typeof nextCursor !== 'string' || nextCursor === '') return problem('noCursor');
	return { submissions, hasMore: true, nextCursor };
}

function isSubmissionList(data: unknown): data is Submission[] {
	return Array.isArray(data) && data.every(hasId);
}

/** The pages of the list, newest first, as many as `wanted` submissions need. */
export function walkSubmissions(
	connection: Connection,
	filter: SubmissionFilter,
	wanted = Infinity,
	startCursor?: string,
): AsyncGenerator<SubmissionPage> {
	return walkPages(
		async (page) => await listPage(connection, filter, page),
		connection.fail,
		wanted,
		startCursor,
	);
}

/**
 * One submission (`GET /v1/submissions/:id`). The specification does not show whether it comes bare
 * or in an envelope; both are accepted.
 */
export async function getSubmission(connection: Connection, id: string): Promise<Submission> {
	const body = await request(connection, {
		method: 'GET',
		path: `/v1/submissions/${pathSegment(connection, id)}`,
		subject: 'submission',
		detail: id,
	});
	const submission = [body, isRecord(body) ? body.data : undefined].find(hasId);
	if (!submission) throw connection.fail({ situation: 'noData', subject: 'submission' });
	return submission;
}

function filterQuery({ formId, statuses, includeTest }: SubmissionFilter): Record<string, string> {
	const query: Record<string, string> = {};
	if (formId) query.form_id = formId;
	if (statuses && statuses.length > 0) query.status = statuses.join(',');
	if (includeTest) query.include_test = 'true';
	return query;
}
