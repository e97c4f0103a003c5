import type { IDataObject } from 'n8n-workflow';

import { isDataObject, isRecord, type Submission } from '../api/types';

/**
 * Columns of a simplified row. They are the same set for the action and both triggers, so that a
 * form field gets the same name everywhere and one mapping serves all.
 */
const RESERVED_NAMES = new Set([
	'id',
	'formId',
	'formName',
	'submittedAt',
	'status',
	'spamScore',
	'tags',
	'files',
	'ip',
	// n8n drops these three from items.
	'__proto__',
	'constructor',
	'prototype',
]);

/**
 * One flat row of a submission: what the service knows of it, then the form's own fields. Where
 * `fields` names some of them, every row has exactly these, in this order, null where one is missing.
 */
export function simplifySubmission(submission: Submission, fields?: string[]): IDataObject {
	const { id, formId, createdAt, status, spamScore, tags, files, meta, data } = submission;
	const { submittedAt, ip }: IDataObject = isDataObject(meta) ? meta : {};
	const row: IDataObject = {
		id,
		formId,
		submittedAt: submittedAt ?? createdAt,
		status,
		spamScore,
		tags: joinTags(tags),
		files,
		ip,
	};
	return fields ? addTheseFields(row, data, fields) : addFormFields(row, data);
}

/**
 * Adds the form's fields to a row under their own names; a name that the row, or n8n, has another
 * use for becomes `field_<name>`, with as many more underscores as it takes to be free. Data that
 * is no object stays visible as `field_data`.
 */
export function addFormFields(row: IDataObject, data: unknown): IDataObject {
	if (!isRecord(data)) {
		if (data !== undefined && data !== null) row.field_data = data as IDataObject[string];
		return row;
	}
	for (const name of Object.keys(data)) {
		const column = RESERVED_NAMES.has(name)
			? freeName(name, (other) => Object.hasOwn(data, other))
			: name;
		row[column] = data[name] as IDataObject[string];
	}
	return row;
}

function addTheseFields(row: IDataObject, data: unknown, fields: string[]): IDataObject {
	for (const name of fields) {
		const isThere = isRecord(data) && Object.hasOwn(data, name);
		const column = RESERVED_NAMES.has(name)
			? freeName(name, (other) => fields.includes(other))
			: name;
		row[column] = isThere ? (data[name] as IDataObject[string]) : null;
	}
	return row;
}

function freeName(field: string, isTaken: (name: string) => boolean): string {
	let column = `field_${field}`;
	while (isTaken(column)) column = `field_${column}`;
	return column;
}

/** Strings joined for a cell of a sheet; tags of any other kind (not documented) as they came. */
function joinTags(tags: unknown): IDataObject[string] {
	if (!Array.isArray(tags)) return tags as IDataObject[string];
	return tags.every((tag) => typeof tag === 'string') ? tags.join(', ') : tags;
}
