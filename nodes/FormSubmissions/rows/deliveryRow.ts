import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../general/records';
import { AS_SENT, type Row, type RowShape } from './rowShape';

/**
 * Turns a delivery (specification, section 2) into one flat row: the same columns as a submission's
 * row, in the same order, without those that a delivery lacks.
 */
export function simplifyDelivery(
	delivery: IDataObject,
	{ cell, time, addFields }: RowShape = AS_SENT,
): IDataObject {
	const form: Record<string, unknown> = isRecord(delivery.form) ? delivery.form : {};
	const submission: Record<string, unknown> = isRecord(delivery.submission)
		? delivery.submission
		: {};
	const row: Row = {
		id: cell(submission.id),
		formId: cell(form.id),
		formName: cell(form.name),
		submittedAt: time(submission.submittedAt),
	};
	addFields(row, submission.data);
	row.spamScore = cell(submission.spamScore);
	return row;
}
