import { quoteName, quoteNames } from '../errors/quotes';
import { MAX_COLUMNS, type ColumnsOfForm } from './alignColumns';
import type { SharedColumns } from './columnNames';
import { MAX_ENTRIES } from './listsAsColumns';
import type { RowLook } from './submissionRow';

/** The most that the hint has of columns (characters). */
const MAX_NOTE_LENGTH = 5_000;

/** Which columns have what several fields have. */
export function noteShared(shared: SharedColumns): string[] {
	if (shared.size === 0) return [];
	const all = [...shared].map(
		([column, fields]) => `${quoteName(column)} (of the fields ${quoteNames([...fields])})`,
	);
	let room = MAX_NOTE_LENGTH;
	const shown = all.filter(({ length }) => (room -= length) >= 0);
	const more = shown.length < all.length ? ['and more'] : [];
	return [
		`Fields whose names differ only in spaces, signs that separate words, or accents share a column, as do a field and a part of a group that have the same name. Such a column has the answers of all of them, in the form's order: ${[...shown, ...more].join('; ')}. For a column each, give the fields other names in the form.`,
	];
}

/** Which fields have too many entries for a column each. */
export function noteTooMany(fields: string[]): string[] {
	if (fields.length === 0) return [];
	return [
		`A list with more than ${MAX_ENTRIES} different entries stays text: ${quoteNames(fields)}.`,
	];
}

/** What n8n's nodes take apart: a path, several names, or a name with spaces around it. */
const MISREAD = /[.,[\]{}]|^\s|\s$/;

const HINT_UNALIGNED = `The rows of a form with more than ${MAX_COLUMNS} columns in all have only the columns that were submitted. To have the same columns in every row, add the option 'Form Field Names or IDs'.`;

/** What a person should know of the columns of a list before using them in the next node. */
export function hintsOnColumns(forms: ColumnsOfForm[], { names, fields }: RowLook): string[] {
	const all = forms.flatMap(({ columns }) => columns);
	const misread = new Set(all.filter((column) => MISREAD.test(column)));
	const areUnaligned = fields === undefined && forms.some(({ areAligned }) => !areAligned);
	return [
		...(names === undefined && misread.size > 0 ? [hintMisread([...misread])] : []),
		...(areUnaligned ? [HINT_UNALIGNED] : []),
	];
}

function hintMisread(columns: string[]): string {
	return `n8n's nodes Aggregate, Edit Fields, Merge, Split Out, and Summarize misread names with a dot, a comma, brackets, braces, or a space at an end: ${quoteNames(columns)}. To get names that every node takes as they are, add the option 'Column Names'.`;
}
