/**
 * Besides the form's own fields, in their order. No node ever outputs a form field under one of these
 * names, shown or not, so the same mapping works for all nodes.
 */
export const COLUMNS = [
	'submittedAt',
	// The form's own fields come here.
	'formName',
	'status',
	'spamScore',
	'tags',
	'files',
	'ip',
	'createdAt',
	'id',
	'formId',
] as const;

export type Column = (typeof COLUMNS)[number];

/** IP addresses are included only on request; `submittedAt` is enough of a time for most people. */
export const DEFAULT_COLUMNS: readonly Column[] = COLUMNS.filter(
	(name) => name !== 'ip' && name !== 'createdAt',
);

export const DELIVERY_COLUMNS: Column[] = ['submittedAt', 'formName', 'spamScore', 'id', 'formId'];

const DROPPED_BY_N8N = ['__proto__', 'constructor', 'prototype'];

/** n8n takes an item with this key for one that failed: with Retry On Fail, the node that passes it on runs again. */
const TAKEN_BY_N8N = 'error';

const RESERVED = new Set<string>([...COLUMNS, ...DROPPED_BY_N8N, TAKEN_BY_N8N]);

/**
 * The column of a form field: its own name, or `field_<name>` if that is reserved. A field that is
 * itself called `field_<reserved name>` always gets one more `field_`, so no two fields share a
 * column, and a field's column never depends on which other fields exist.
 */
export function columnOf(field: string): string {
	const bare = field.replace(/^(field_)+/, '');
	return escapeUnstorable(RESERVED.has(bare) ? `field_${field}` : field);
}

/**
 * The name as well-formed Unicode without NUL, like the text in cells. The signs that replace a
 * character are themselves doubled, so that no two names become one.
 */
function escapeUnstorable(name: string): string {
	if (!/[\0␀\ufffd\ud800-\udfff]/.test(name)) return name;
	return name.replace(/[\0␀\ufffd]|\p{Surrogate}/gu, (sign) => {
		if (sign === '\0') return '␀0';
		if (sign === '␀' || sign === '\ufffd') return sign + sign;
		return `\ufffd${sign.charCodeAt(0).toString(16)}`;
	});
}
