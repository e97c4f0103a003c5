import type { IDataObject } from 'n8n-workflow';

/** The values of a submission's `status` (specification, section 3). */
export const SUBMISSION_STATUSES = ['new', 'quarantined', 'spam'] as const;

export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

/** A value as the service sent it, which nothing has checked yet. */
type Sent = IDataObject[string];

/** An item of `GET /v1/forms` (section 2). Only `id` is checked; it may have further fields. */
export type Form = { id: string; name?: Sent; isTestMode?: Sent };

/**
 * A submission as listed or fetched by ID (section 2). Only `id` is checked: a submission is passed
 * on, with further fields if it has any, whatever else it lacks, because a dropped submission is
 * worse than an incomplete one.
 */
export type Submission = {
	id: string;
	formId?: Sent;
	data?: Sent;
	files?: Sent;
	meta?: Sent;
	spamScore?: Sent;
	status?: Sent;
	tags?: Sent;
	createdAt?: Sent;
};

/** One page of `GET /v1/submissions`. */
export type SubmissionPage = {
	submissions: Submission[];
	/** Null on the last. */
	nextCursor: string | null;
	/** Of the response (characters). */
	textLength: number;
};

/** What restricts a list of submissions; the names follow the query string (section 4). */
export type SubmissionFilter = {
	formId?: string;
	/** What the form was called when it was chosen, for errors. */
	formName?: string;
	statuses?: SubmissionStatus[];
	includeTest?: boolean;
};
