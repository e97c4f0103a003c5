import type { Cell } from './cells';

/**
 * How spreadsheets recognize a formula; they accept full-width signs with East Asian settings. A
 * quote before the sign is lost where another separator makes it the first character of a cell.
 */
const BEGINS_LIKE_FORMULA = /^(?:[\t\r\n]|[\s"]*[=+\-@＝＋－＠])/;

const PLAIN_NUMBER = /^\s*[+-](\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i;

/**
 * What follows a line break, a tab, or a semicolon. A spreadsheet that expects another separator than
 * the file has (Excel with German settings, for example) begins a cell there, even within quotes.
 */
const LATER_PART = /(?<=[\n\t;])[^\n\t;]+/g;

/** An entry of a list in someone's message, unless the line goes on with a sign that calls something. */
const LIST_ENTRY = /^\s*[+-]\s/;
const CALLS = ['(', '|', '='];

/** With the line break before it, after which a part may begin. */
const LINE = /\n?[^\n]+/g;

/** A comma separates cells in a file with semicolons, but it is frequent in sentences, too. */
const AFTER_COMMA = /(?<=,)[^\n,]+/g;
const PART_OF_SENTENCE = /^[\s"]*[+\-@＋－＠][^(|=]*$/;

const HAS_SEVERAL_PARTS = /[\r\n\t;]|,[\s"']*[=+\-@＝＋－＠]/;

/**
 * Puts an apostrophe before text that a spreadsheet would run as a formula, so that it shows the
 * text instead. Plain numbers stay as they are: running +49170123 does no harm. Every line break
 * becomes a line feed: n8n writes a lone carriage return into a CSV file without quotes, where it
 * begins a new row.
 */
export function escapeFormula(cell: Cell): Cell {
	return typeof cell === 'string' ? escapeParts(cell, isFormula) : cell;
}

/**
 * Does the same for a column heading, without ever making two columns one: one that already has
 * apostrophes before a formula gets one more, and a carriage return becomes a visible sign.
 */
export function escapeHead(column: string): string {
	const visible = column.replace(/[\r␍]/g, (sign) => (sign === '\r' ? '␍r' : '␍␍'));
	return escapeParts(visible, (part) => isFormula(part.replace(/^'+/, '')));
}

function escapeParts(text: string, needsApostrophe: (part: string) => boolean): string {
	const escaped = needsApostrophe(text) ? `'${text}` : text;
	if (!HAS_SEVERAL_PARTS.test(text)) return escaped;
	const marked = (part: string, isHarmless: boolean) =>
		needsApostrophe(part) && !isHarmless ? `'${part}` : part;
	return escaped
		.replace(/\r\n?/g, '\n')
		.replace(LINE, (line) => {
			// A cell that begins here may end later than this part: at another separator.
			const lastCall = Math.max(...CALLS.map((sign) => line.lastIndexOf(sign)));
			return line.replace(LATER_PART, (part, at: number) =>
				marked(part, at > lastCall && LIST_ENTRY.test(part)),
			);
		})
		.replace(AFTER_COMMA, (part) => marked(part, PART_OF_SENTENCE.test(part)));
}

function isFormula(text: string): boolean {
	return BEGINS_LIKE_FORMULA.test(text) && !PLAIN_NUMBER.test(text);
}
