import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../general/records';

/** The values of a submission's `status` (specification, section 3). */
export const SUBMISSION_STATUSES = ['new', 'quarantined', 'spam'] as const;

export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

/** An item of `GET /v1/forms` (section 2). Only `id` is checked; the rest is as sent. */
export type Form = IDataObject & { id: string };

/**
 * A submission as listed or fetched by ID (section 2). Only `id` is checked: a row is passed on
 * whatever else it lacks, because a dropped submission is worse than an incomplete one.
 */
export type Submission = IDataObject & { id: string };

/** One page of `GET /v1/submissions`. `nextCursor` is null if and only if `hasMore` is false. */
export type SubmissionPage = {
	submissions: Submission[];
	hasMore: boolean;
	nextCursor: string | null;
};

/** What restricts a list of submissions; the names follow the query string (section 4). */
export type SubmissionFilter = {
	formId?: string;
	statuses?: SubmissionStatus[];
	includeTest?: boolean;
};

/** The JSON body of a delivery (section 2), before any of it has been checked. */
export type Delivery = {
	event?: unknown;
	form?: unknown;
	submission?: unknown;
};

/** Whether a row of a list has the one thing that every row must have: an ID. */
export function hasId(row: unknown): row is IDataObject & { id: string } {
	return isRecord(row) && typeof row.id === 'string' && row.id !== '';
}
