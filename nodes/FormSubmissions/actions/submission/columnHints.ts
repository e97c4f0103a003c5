import { quoteNames } from '../../parameters/entered';
import { MAX_COLUMNS, type ColumnsOfForm } from '../../rows/alignColumns';
import type { RowLook } from '../../rows/submissionRow';

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
