/**
 * The columns of this package's rows besides the form's own fields. Rows have no other such
 * columns, and no node ever outputs a form field under one of these names, so the same mapping
 * works for all nodes.
 */
const COLUMNS = [
	'id',
	'formId',
	'formName',
	'submittedAt',
	// The form's own fields come here.
	'status',
	'spamScore',
	'tags',
	'files',
	'ip',
] as const;

export type Column = (typeof COLUMNS)[number];

/** n8n drops these three from items. */
const DROPPED_BY_N8N = ['__proto__', 'constructor', 'prototype'];

const RESERVED = new Set<string>([...COLUMNS, ...DROPPED_BY_N8N]);

/**
 * The column of a form field: its own name, or `field_<name>` if that is reserved. A field that is
 * itself called `field_<reserved name>` always gets one more `field_`, so no two fields share a
 * column, and a field's column never depends on which other fields exist.
 */
export function columnOf(field: string): string {
	const bare = field.replace(/^(field_)+/, '');
	return RESERVED.has(bare) ? `field_${field}` : field;
}
