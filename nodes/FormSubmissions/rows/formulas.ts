import type { Cell } from './cells';

/**
 * How spreadsheets recognize a formula; they accept full-width signs with East Asian settings. A
 * quote before the sign is lost where another separator makes it the first character of a cell.
 */
const BEGINS_LIKE_FORMULA = /^(?:[\t\r\n]|[\s"]*[=+\-@＝＋－＠])/;

const PLAIN_NUMBER = /^\s*[+-](\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i;

/**
 * Where a formula may begin within a text. A spreadsheet that expects another separator than the
 * file has (Excel with German settings, for example) begins a cell there, even within quotes.
 */
const LATER_BEGINNING = /[\n\t;,](?='*(?:[^\S\n]|")*[=+\-@＝＋－＠])/g;

/** Most text has none, and needs no further check. */
const HAS_SEPARATORS = /[\r\n\t;,]/;

/** An entry of a list in someone's message. */
const LIST_ENTRY = /^\s*[+-][^\S\t]/;

/** Without one of these, a formula calls nothing. */
const CALLS = /[(|=＝]/;

/**
 * Puts an apostrophe before text that a spreadsheet would run as a formula, so that it shows the
 * text instead. Plain numbers stay as they are: running +49170123 does no harm. Every line break
 * becomes a line feed: n8n writes a lone carriage return into a CSV file without quotes, where it
 * begins a new row.
 */
export function escapeFormula(cell: Cell): Cell {
	return typeof cell === 'string' ? escapeText(cell, isFormula) : cell;
}

/**
 * Does the same for a column heading, without ever making two columns one: one that already has
 * apostrophes before a formula gets one more, and a carriage return becomes a visible sign.
 */
export function escapeColumn(column: string): string {
	const visible = column.replace(/[\r␍]/g, (sign) => (sign === '\r' ? '␍r' : '␍␍'));
	return escapeText(visible, (cell, separator) => isFormula(cell.replace(/^'+/, ''), separator));
}

function escapeText(
	text: string,
	needsApostrophe: (cell: string, separator?: string) => boolean,
): string {
	const first = needsApostrophe(text) ? "'" : '';
	if (!HAS_SEPARATORS.test(text)) return first + text;
	const later = text
		.replace(/\r\n?/g, '\n')
		.replace(LATER_BEGINNING, (separator, at: number, whole: string) =>
			needsApostrophe(longestCell(whole, at + 1, separator), separator)
				? `${separator}'`
				: separator,
		);
	return first + later;
}

/**
 * The most that a cell beginning here can contain. After a column separator, the spreadsheet uses that
 * one, so the cell ends at the next; after a line break, it may use any, or none that follows.
 */
function longestCell(text: string, start: number, separator: string): string {
	let end = start;
	while (end < text.length && text[end] !== '\n' && text[end] !== separator) end++;
	return text.slice(start, end);
}

/** `separator` is the character before the cell, if any. */
function isFormula(cell: string, separator?: string): boolean {
	if (!BEGINS_LIKE_FORMULA.test(cell) || PLAIN_NUMBER.test(cell)) return false;
	if (separator === undefined || CALLS.test(cell)) return true;
	// A comma is frequent in sentences, too.
	return separator !== ',' && !LIST_ENTRY.test(cell);
}
