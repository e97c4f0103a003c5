import type { IDataObject } from 'n8n-workflow';

/** What a submission's `status` can be (specification, section 3). */
export const SUBMISSION_STATUSES = ['new', 'quarantined', 'spam'] as const;

export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

/** Item of `GET /v1/forms` (section 2). Only `id` is checked; the rest is as the service sent it. */
export type Form = IDataObject & { id: string };

/**
 * Submission as listed or fetched by id (section 2). Only `id` is checked: a row is handed on
 * whatever else it lacks, because a submission that is dropped is worse than one with a gap.
 */
export type Submission = IDataObject & { id: string };

/** One page of `GET /v1/submissions`. `nextCursor` is null exactly where `hasMore` is false. */
export type SubmissionPage = {
	submissions: Submission[];
	hasMore: boolean;
	nextCursor: string | null;
};

/** What restricts a list of submissions, in the words of the query string (section 4). */
export type SubmissionFilter = {
	formId?: string;
	statuses?: SubmissionStatus[];
	includeTest?: boolean;
};

/** JSON body of a delivery (section 2), before anything of it has been checked. */
export type Delivery = {
	event?: unknown;
	form?: unknown;
	submission?: unknown;
};

export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a JSON value is an object that n8n can carry as (part of) an item. */
export function isDataObject(value: unknown): value is IDataObject {
	return isRecord(value);
}

/** Whether a row of a list has what every row must have: an id. */
export function hasId(row: unknown): row is IDataObject & { id: string } {
	return isRecord(row) && typeof row.id === 'string' && row.id !== '';
}
