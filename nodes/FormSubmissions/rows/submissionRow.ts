import type { IDataObject } from 'n8n-workflow';

import type { Submission } from '../api/types';
import { isRecord } from '../general/records';
import { DELIVERY_COLUMNS } from './columns';
import { rowShape, type RowLook, type RowShape } from './rowShape';

/** Turns a submission into one flat row of cells. The API doesn't send the form's name. */
export function simplifySubmission(
	submission: Submission,
	formName: string | null,
	shape: RowShape,
): IDataObject {
	const { createdAt, status, spamScore, tags, files, id, formId } = submission;
	const meta = record(submission.meta);
	const submittedAt = meta.submittedAt ?? createdAt;
	return shape(
		{ submittedAt, formName, status, spamScore, tags, files, ip: meta.ip, createdAt, id, formId },
		submission.data,
	);
}

/**
 * Turns a delivery (specification, section 2) into one flat row: the same columns as a submission's
 * row, in the same order, without those that a delivery lacks.
 */
export function simplifyDelivery(delivery: IDataObject, look: RowLook): IDataObject {
	const { columns = DELIVERY_COLUMNS } = look;
	const shown = columns.filter((name) => DELIVERY_COLUMNS.includes(name));
	const shape = rowShape({ ...look, columns: shown });
	const { id: formId, name: formName } = record(delivery.form);
	const { submittedAt, spamScore, id, data } = record(delivery.submission);
	return shape({ submittedAt, formName, spamScore, id, formId }, data);
}

/** What is in an object; nothing, if it isn't one. */
function record(value: unknown): Record<string, unknown> {
	return isRecord(value) ? value : {};
}
