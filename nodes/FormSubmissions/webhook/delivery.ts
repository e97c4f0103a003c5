import type { IDataObject } from 'n8n-workflow';

import { isDataObject, isRecord } from '../general/records';

/**
 * What a genuine delivery means to this trigger. Only a submission, whose `body` is the JSON as
 * received, runs the workflow. Without its ID, a repeat can't be recognized.
 */
export type DeliveryVerdict =
	| { kind: 'submission'; submissionId: string | undefined; body: IDataObject }
	| { kind: 'ignored'; reason: 'another event' | 'another form' }
	| { kind: 'unreadable' };

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
		event === 'submission.created' || (typeof event !== 'string' && submission !== undefined);
	if (!isSubmission) return { kind: 'ignored', reason: 'another event' };

	const formId = isRecord(form) && typeof form.id === 'string' ? form.id.trim() : '';
	if (formId !== '' && formId !== watchedFormId) {
		return { kind: 'ignored', reason: 'another form' };
	}
	const id = isRecord(submission) ? submission.id : undefined;
	return {
		kind: 'submission',
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
