import type { Cell } from './cells';

/** What spreadsheets take for the beginning of a formula; the full-width signs with Asian settings. */
const BEGINS_LIKE_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

const PLAIN_NUMBER = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i;

/**
 * The cell with an apostrophe before text that a spreadsheet would run, which makes it show the
 * text instead. A plain number stays as it is: +49170123 is none the worse for being calculated.
 */
export function escapeFormula(cell: Cell): Cell {
	return typeof cell === 'string' && isFormula(cell) ? `'${cell}` : cell;
}

/**
 * The same for the head of a column. One that begins with apostrophes before a formula gets one
 * more, so that no two columns become one.
 */
export function escapeHead(column: string): string {
	const bare = column.startsWith("'") ? column.replace(/^'+/, '') : column;
	return isFormula(bare) ? `'${column}` : column;
}

function isFormula(text: string): boolean {
	return BEGINS_LIKE_FORMULA.test(text) && !PLAIN_NUMBER.test(text);
}
