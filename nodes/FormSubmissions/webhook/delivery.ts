import type { IDataObject } from 'n8n-workflow';

import { isDataObject, isRecord } from '../general/records';

/** A delivery that runs the workflow. */
export type SubmissionDelivery = {
	kind: 'submission';
	event: string;
	/** Undefined if the delivery has none, and a repeat can't be recognized. */
	submissionId: string | undefined;
	/** The JSON as received. */
	body: IDataObject;
};

/** What a genuine delivery means to this trigger. */
export type DeliveryVerdict =
	| SubmissionDelivery
	| { kind: 'ignored'; reason: 'another event' | 'another form' }
	| { kind: 'unreadable' };

const SUBMISSION_CREATED = 'submission.created';

/**
 * Reads the body of a genuine delivery (specification, sections 2 and 6). It is ignored only if it
 * is clearly another event or another form's; a missing field, or one of another type, never costs
 * a submission.
 */
export function readDelivery(rawBody: Uint8Array, watchedFormId: string): DeliveryVerdict {
	const body = parseJson(rawBody);
	if (!isDataObject(body)) return { kind: 'unreadable' };

	const { event, form, submission } = body;
	const isSubmission =
		event === SUBMISSION_CREATED || (typeof event !== 'string' && submission !== undefined);
	if (!isSubmission) return { kind: 'ignored', reason: 'another event' };

	const formId = isRecord(form) && typeof form.id === 'string' ? form.id.trim() : '';
	if (formId !== '' && formId !== watchedFormId) {
		return { kind: 'ignored', reason: 'another form' };
	}
	const id = isRecord(submission) ? submission.id : undefined;
	return {
		kind: 'submission',
		event: typeof event === 'string' ? event : SUBMISSION_CREATED,
		submissionId: typeof id === 'string' && id !== '' ? id : undefined,
		body,
	};
}

/** Undefined if the bytes aren't JSON. Decoding drops a byte order mark, as n8n does. */
function parseJson(rawBody: Uint8Array): unknown {
	try {
		return JSON.parse(new TextDecoder().decode(rawBody));
	} catch {
		return undefined;
	}
}
