import type { Cell } from './cells';

/** How a formula begins (OWASP's rule for CSV files, with its full-width signs), unless it is a plain number. */
const FORMULA = String.raw`(?![+-](\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$)[=+\-@\t＝＋－＠]`;

/** The beginning of each such line, and that of text that begins with a line break. */
const IN_CELL = new RegExp(`^(?=${FORMULA})|(?<![^])(?=[\r\n])`, 'gim');

/** A column that has apostrophes there already gets one more, so that no two become one. */
const IN_COLUMN = new RegExp(`^(?='*${FORMULA})|(?<![^])(?='*[\r\n])`, 'gim');

/**
 * Puts an apostrophe before each line of text that a spreadsheet would run as a formula, so that it
 * shows the text instead. Every line break becomes a line feed: n8n writes a lone carriage return
 * into a CSV file without quotes, where it begins a new row.
 */
export function escapeFormula(cell: Cell): Cell {
	return typeof cell === 'string' ? cell.replace(/\r\n?/g, '\n').replace(IN_CELL, "'") : cell;
}

/** Does the same for a column's name, but for its line breaks. */
export function escapeColumn(column: string): string {
	return column.replace(IN_COLUMN, "'");
}
