import type { IDataObject } from 'n8n-workflow';

/**
 * The columns that a row of any node of this package has besides the form's own fields. A column
 * that is not on this list can't be output, and no form field is ever output under a name on it, so
 * that one mapping serves the rows of all nodes.
 */
const COLUMNS = [
	'id',
	'formId',
	'formName',
	'submittedAt',
	'status',
	'spamScore',
	'tags',
	'files',
	'ip',
] as const;

export type Column = (typeof COLUMNS)[number];

/** What the service knows of a submission. */
export type ServiceColumns = { [name in Column]?: IDataObject[string] };

/** n8n drops these three from items. */
const DROPPED_BY_N8N = ['__proto__', 'constructor', 'prototype'];

const RESERVED = new Set<string>([...COLUMNS, ...DROPPED_BY_N8N]);

/**
 * The column of a form field: its own name; where that is reserved, `field_<name>`, with as many
 * more `field_` as it takes to be free of other fields.
 */
export function columnOf(field: string, isTaken: (name: string) => boolean): string {
	if (!RESERVED.has(field)) return field;
	let column = `field_${field}`;
	while (isTaken(column)) column = `field_${column}`;
	return column;
}
