import { BoundedMap } from '../general/processMemory';
import { escapeColumn } from './cells';
import { plainName } from './plainName';

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
	'isTest',
	'id',
	'formId',
] as const;

export type Column = (typeof COLUMNS)[number];

/** IP addresses are included only on request; `submittedAt` is enough of a time for most people. */
export const DEFAULT_COLUMNS: readonly Column[] = COLUMNS.filter(
	(name) => name !== 'ip' && name !== 'createdAt' && name !== 'isTest',
);

/**
 * n8n's expressions refuse these, or can't read a row that has one: what every object has, what n8n 2.41 calls
 * unsafe, and what it drops from items. A list of our own, so that no column depends on n8n's version.
 */
const REFUSED_BY_EXPRESSIONS = [
	...['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'isPrototypeOf'],
	...['propertyIsEnumerable', 'toLocaleString', 'toString', 'valueOf'],
	...['__defineGetter__', '__defineSetter__', '__lookupGetter__', '__lookupSetter__'],
	...['getPrototypeOf', 'setPrototypeOf', 'defineProperty', 'defineProperties'],
	...['getOwnPropertyDescriptor', 'getOwnPropertyDescriptors', 'prepareStackTrace'],
	...['caller', 'callee', 'arguments', 'binding', '_linkedBinding', '_load', 'mainModule'],
	...['getBuiltinModule', 'dlopen', 'execve', 'loadEnvFile'],
];

/**
 * n8n takes an item with `error` for one that failed: with Retry On Fail, the node that passes it on runs
 * again. The Code node refuses items with the next four, and Google Sheets takes the last for its own.
 */
const TAKEN_BY_NODES = ['error', 'json', 'binary', 'pairedItem', 'index', 'row_number'];

export const RESERVED: ReadonlySet<string> = new Set([
	...COLUMNS,
	...REFUSED_BY_EXPRESSIONS,
	...TAKEN_BY_NODES,
]);

/** What plain names call the service's own columns, since a data table has others of these names. */
const PLAIN_COLUMNS: { [name in Column]?: string } = {
	createdAt: 'receivedAt',
	id: 'submissionId',
};

/** In any case, since data tables refuse two columns that differ in nothing else. These have some of their own. */
const TAKEN_IN_DATA_TABLES = new Set(
	['updatedAt', 'dryRunState', ...COLUMNS, ...Object.values(PLAIN_COLUMNS)].map((name) =>
		name.toLowerCase(),
	),
);

const RESERVED_IF_PLAIN = new Set<string>([...RESERVED, ...Object.values(PLAIN_COLUMNS)]);

/** How columns are named: as the form's fields are, or with nothing but letters, digits, and underscores. */
export type NameStyle = 'asInForm' | 'plain';

/** What a style calls the service's own columns that it calls otherwise, and the column of a form field. */
const STYLES: Record<NameStyle, { service: { [name in Column]?: string }; ofField: ColumnNamer }> =
	{
		asInForm: { service: {}, ofField: columnOf },
		plain: { service: PLAIN_COLUMNS, ofField: plainColumnOf },
	};

export function serviceColumnNamer(names: NameStyle = 'asInForm'): (name: Column) => string {
	return (name) => STYLES[names].service[name] ?? name;
}

/** No more is kept of shared columns than a text lists: submissions may have any names. */
const MAX_SHARED = 20;

/** The columns that several form fields share, with these fields, for a person to read. */
export class SharedColumns extends Map<string, Set<string>> {
	meet(column: string, fields: string[]): void {
		const known = this.get(column) ?? new Set();
		if (known.size === 0 && this.size < MAX_SHARED) this.set(column, known);
		for (const field of fields) if (known.size < MAX_SHARED) known.add(field);
	}
}

export type ColumnNamer = (field: string) => string;

export type NameLook = {
	/** Default, if nobody chose: as in the form. */
	names?: NameStyle;
	escapeFormulas: boolean;
	/** Gets the columns that several fields share. */
	shared?: SharedColumns;
};

/**
 * Returns a function that names the column of a form field, which depends on the field's name alone, so that it
 * stays what it is from run to run. Plain names, and escaped line breaks, may be those of several fields.
 */
export function fieldColumnNamer({
	names = 'asInForm',
	escapeFormulas,
	shared,
}: NameLook): ColumnNamer {
	const { ofField } = STYLES[names];
	return kept(escapeFormulas ? (field) => escapeColumn(ofField(field)) : ofField, shared);
}

/** For names that come again in each row. */
function kept(nameColumn: ColumnNamer, shared?: SharedColumns): ColumnNamer {
	const columns = new BoundedMap<string, string>(1_000);
	const firstFields = new BoundedMap<string, string>(1_000);
	return (field) => {
		const known = columns.get(field);
		if (known !== undefined) return known;
		const column = nameColumn(field);
		columns.set(field, column);
		const first = firstFields.get(column);
		if (first === undefined) firstFields.set(column, field);
		else if (first !== field) shared?.meet(column, [first, field]);
		return column;
	};
}

/**
 * The column of a form field: its own name, or `field_<name>` if that is reserved. A field that is
 * itself called `field_<reserved name>` always gets one more `field_`, so no two fields share a
 * column, and a field's column never depends on which other fields exist.
 */
export function columnOf(field: string): string {
	return escapeUnstorable(RESERVED.has(bareOf(field)) ? `field_${field}` : field);
}

function plainColumnOf(field: string): string {
	const name = plainName(field);
	const bare = bareOf(name);
	const isTaken = RESERVED_IF_PLAIN.has(bare) || TAKEN_IN_DATA_TABLES.has(bare.toLowerCase());
	return isTaken ? `field_${name}` : name;
}

function bareOf(name: string): string {
	return name.replace(/^(field_)+/, '');
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
