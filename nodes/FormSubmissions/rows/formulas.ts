import type { Cell } from './cells';

/** How spreadsheets recognize a formula; they accept full-width signs with East Asian settings. */
const BEGINS_LIKE_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

const PLAIN_NUMBER = /^[+-](\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i;

/**
 * Puts an apostrophe before text that a spreadsheet would run as a formula, so that it shows the
 * text instead. Plain numbers stay as they are: running +49170123 does no harm.
 */
export function escapeFormula(cell: Cell): Cell {
	return typeof cell === 'string' && isFormula(cell) ? `'${cell}` : cell;
}

/**
 * Does the same for a column heading. One that already has apostrophes before a formula gets one
 * more, so that no two columns become one.
 */
export function escapeHead(column: string): string {
	const bare = column.replace(/^'+/, '');
	return isFormula(bare) ? `'${column}` : column;
}

function isFormula(text: string): boolean {
	return BEGINS_LIKE_FORMULA.test(text) && !PLAIN_NUMBER.test(text);
}
