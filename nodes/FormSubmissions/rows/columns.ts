/**
 * The columns that rows of this package have besides the form's own fields. A row can't have one
 * that is not on this list, and no form field is ever output under a name on it, in the rows of no
 * node, so that one mapping serves all of them.
 */
const COLUMNS = [
	'id',
	'formId',
	'formName',
	'submittedAt',
	// The form's own fields stand here.
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
 * The column of a form field: its own name, or `field_<name>` where that is reserved. A field that
 * is itself called `field_<reserved name>` moves on by one more `field_`, always: so no two fields
 * share a column, and a field's column never depends on which other fields there are.
 */
export function columnOf(field: string): string {
	const bare = field.startsWith('field_') ? field.replace(/^(field_)+/, '') : field;
	return RESERVED.has(bare) ? `field_${field}` : field;
}
