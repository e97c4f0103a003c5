import type { IDataObject } from 'n8n-workflow';

import { isDataObject, type Submission } from '../api/types';
import type { ServiceColumns } from './columns';
import { addFormFields, addTheseFields } from './formFields';

/**
 * One flat row of a submission: what the service knows of it, then the form's own fields. Where
 * `fields` names some of them, every row has exactly these, in this order, null where one is missing.
 */
export function simplifySubmission(submission: Submission, fields?: string[]): IDataObject {
	const { id, formId, createdAt, status, spamScore, tags, files, meta, data } = submission;
	const { submittedAt, ip }: IDataObject = isDataObject(meta) ? meta : {};
	const columns: ServiceColumns = {
		id,
		formId,
		submittedAt: submittedAt ?? createdAt,
		status,
		spamScore,
		tags: joinTags(tags),
		files,
		ip,
	};
	return fields ? addTheseFields(columns, data, fields) : addFormFields(columns, data);
}

/** Strings joined for a cell of a sheet; tags of any other kind (not documented) as they came. */
function joinTags(tags: unknown): IDataObject[string] {
	if (!Array.isArray(tags)) return tags as IDataObject[string];
	return tags.every((tag) => typeof tag === 'string') ? tags.join(', ') : tags;
}
