import type { NodeApiError } from 'n8n-workflow';

import type { Connection } from './connection';
import type { Situation } from '../errors';
import { request } from './transport/request';
import { hasId, isRecord } from '../general/records';
import type { Submission, SubmissionFilter, SubmissionPage } from './types';

/** One page of the list, newest first (`GET /v1/submissions`, specification section 4). */
export async function listPage(
	connection: Connection,
	filter: SubmissionFilter,
	{ limit, cursor }: { limit: number; cursor?: string },
): Promise<SubmissionPage> {
	const body = await request(connection, {
		method: 'GET',
		path: ['submissions'],
		subject: cursor ? 'nextPage' : 'submissions',
		id: filter.formId,
		query: { ...filterQuery(filter), limit: String(limit), ...(cursor ? { cursor } : {}) },
	});
	return readPage(body, (situation) => connection.errorFor({ situation, subject: 'submissions' }));
}

/**
 * Checks one response to `GET /v1/submissions` (sections 2 and 4). If anything is missing, that is
 * a problem, never an empty or last page: a list must not look complete when it isn't.
 */
function readPage(body: unknown, errorFor: (situation: Situation) => NodeApiError): SubmissionPage {
	const { data: submissions, pagination }: Record<string, unknown> = isRecord(body) ? body : {};
	if (!Array.isArray(submissions) || !submissions.every(hasId)) throw errorFor('noData');
	if (!isRecord(pagination) || typeof pagination.hasMore !== 'boolean')
		throw errorFor('noPagination');
	const { hasMore, nextCursor } = pagination;
	if (!hasMore) return { submissions, nextCursor: null };
	if (typeof nextCursor !== 'string' || nextCursor === '') throw errorFor('noCursor');
	return { submissions, nextCursor };
}

/**
 * One submission (`GET /v1/submissions/:id`). The specification does not show whether it comes bare
 * or in an envelope; both are accepted.
 */
export async function getSubmission(connection: Connection, id: string): Promise<Submission> {
	const body = await request(connection, {
		method: 'GET',
		path: ['submissions', id],
		subject: 'submission',
		id,
	});
	const submission = [body, isRecord(body) ? body.data : undefined].find(hasId);
	if (!submission) throw connection.errorFor({ situation: 'noData', subject: 'submission' });
	if (submission.id !== id) {
		throw connection.errorFor({ situation: 'otherSubmission', subject: 'submission', id });
	}
	return submission;
}

function filterQuery({ formId, statuses, includeTest }: SubmissionFilter): Record<string, string> {
	const query: Record<string, string> = {};
	if (formId) query.form_id = formId;
	if (statuses && statuses.length > 0) query.status = statuses.join(',');
	if (includeTest) query.include_test = 'true';
	return query;
}
