import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../general/records';
import type { Submission } from '../api/types';
import { AS_SENT, type Row, type RowShape } from './rowShape';

/**
 * Turns a submission into one flat row of cells: what identifies it, then the form's own fields,
 * then what else the service knows about it. The API doesn't send the form's name.
 */
export function simplifySubmission(
	submission: Submission,
	formName: string | null = null,
	{ cell, files, time, addFields }: RowShape = AS_SENT,
): IDataObject {
	const { meta } = submission;
	const { submittedAt, ip }: Record<string, unknown> = isRecord(meta) ? meta : {};
	const row: Row = {
		id: cell(submission.id),
		formId: cell(submission.formId),
		formName: cell(formName),
		submittedAt: time(submittedAt ?? submission.createdAt),
	};
	addFields(row, submission.data);
	row.status = cell(submission.status);
	row.spamScore = cell(submission.spamScore);
	row.tags = cell(submission.tags);
	row.files = files(submission.files);
	row.ip = cell(ip);
	return row;
}
