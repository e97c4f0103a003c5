import { isRecord } from '../general/records';
import { entriesOf } from './listsAndBoxes';

/** What fits in a table cell. Text is well-formed Unicode without NUL. */
export type Cell = string | number | boolean | null;

/** From here on, n8n writes a whole number into a CSV file with an exponent and six digits. */
const LONG_NUMBER = 1e11;

/**
 * Lists of plain values, and ticked boxes, are joined, other objects become JSON text, a whole number of twelve
 * digits or more, text; an empty list, an empty string; a missing value, null.
 */
export function toCell(value: unknown): Cell {
	if (typeof value === 'string' && !value.startsWith('[')) return toStorable(value);
	if (typeof value === 'boolean') return value;
	if (typeof value === 'number') {
		const isLong = Number.isInteger(value) && Math.abs(value) >= LONG_NUMBER;
		return isLong ? String(value) : value;
	}
	const entries = entriesOf(value);
	if (entries !== undefined) {
		return hasNoObjects(entries)
			? joined(withoutBlankEnds(entries).map(toEntry))
			: jsonText(entries);
	}
	if (typeof value === 'string') return toStorable(value);
	return typeof value === 'object' && value !== null ? jsonText(value) : null;
}

/** What several fields have that share a column, in their order. A blank one keeps its place. */
export function toSharedCell(values: unknown[]): Cell {
	if (values.length === 1) return toCell(values[0]);
	if (values.every((value) => value === undefined || value === null)) return null;
	const entries = values.flatMap((value) => {
		const list = entriesOf(value) ?? [value];
		return list.length === 0 ? [''] : list;
	});
	return hasNoObjects(entries) ? joined(entries.map(toEntry)) : jsonText(entries);
}

function hasNoObjects(list: unknown[]): boolean {
	for (const one of list) if (typeof one === 'object' && one !== null) return false;
	return true;
}

function toEntry(value: unknown): string {
	return toStorable(String(value ?? ''));
}

/** Ruby on Rails and PHP send an empty entry with check boxes. */
function withoutBlankEnds(list: unknown[]): unknown[] {
	let from = 0;
	let to = list.length;
	while (from < to && isBlankEntry(list[from])) from++;
	while (to > from && isBlankEntry(list[to - 1])) to--;
	return to - from === list.length ? list : list.slice(from, to);
}

function isBlankEntry(one: unknown): boolean {
	return String(one ?? '').trim() === '';
}

/** The specification leaves the shape of files open (section 2): URL, or else name, or else JSON text. */
export function toFilesCell(files: unknown): Cell {
	if (Array.isArray(files)) return joined(files.map((file) => String(toFileCell(file) ?? '')));
	return toFileCell(files);
}

function toFileCell(file: unknown): Cell {
	if (!isRecord(file)) return toCell(file);
	const text = [file.url, file.name].find((one) => typeof one === 'string' && one !== '');
	return typeof text === 'string' ? toStorable(text) : jsonText(file);
}

/**
 * The entries of a list, joined by commas, or by semicolons if one of them contains a comma. If one
 * contains a semicolon and a space, they become JSON text, so that it shows where each of several ends. A
 * list of nothing but empty entries is empty.
 */
function joined(entries: string[]): string {
	const [only = '', ...others] = entries;
	if (others.length === 0) return only;
	if (entries.every((entry) => entry === '')) return '';
	if (entries.some((entry) => entry.includes('; '))) return jsonText(entries);
	return entries.join(entries.some((entry) => entry.includes(',')) ? '; ' : ', ');
}

/**
 * The text with NUL as a visible sign and each half of a surrogate pair (an emoji cut in two) as
 * U+FFFD. A database such as PostgreSQL refuses all rows of a batch for one such character, and
 * anyone who fills in a form can send it.
 */
function toStorable(text: string): string {
	// Nearly all texts are as they should be.
	return text.isWellFormed() && !text.includes('\0')
		? text
		: text.toWellFormed().replaceAll('\0', '␀');
}

/** A value's JSON text, in which such characters are escapes, which a database that reads JSON refuses. */
function jsonText(value: object): string {
	try {
		return JSON.stringify(value).replace(/\\(u0000|ud[89a-f]..|.)/g, (escape, code: string) => {
			if (code.length === 1) return escape;
			return code === 'u0000' ? '␀' : '\ufffd';
		});
	} catch {
		// At several thousand levels, `JSON.stringify` overflows the stack, and other rows must not be lost.
		return '[nested too deeply to show]';
	}
}

const NUMBER = String.raw`[+-](\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?`;

/**
 * Where a spreadsheet begins a cell, and what ends it there. Within a line, these are the separators: a file
 * may be opened with another one than it was written with, and a quote that follows one is taken off.
 */
const CELLS: Array<[begin: string, end: string]> = [
	['^', '$'],
	['(?<=\n")', '"?$'],
	...[';', ',', '\t'].map((mark): [string, string] => [`(?<=${mark}"?)`, `"?($|${mark})`]),
];

/** How a formula begins: OWASP's rule for CSV files, with full-width signs. A tab that follows a tab is none. */
const FORMULA = String.raw`([=+\-@＝＋－＠]|(?<!\t)\t)`;

/** Where apostrophes go: before such text, unless it is a plain number, and before a line break that begins the text. */
const apostrophesIn = (already: string) =>
	new RegExp(
		[
			...CELLS.map(([begin, end]) => `${begin}(?=${already}(?!${NUMBER}${end})${FORMULA})`),
			`(?<![^])(?=${already}[\r\n])`,
		].join('|'),
		'gim',
	);

const IN_CELL = apostrophesIn('');

/** A column that has apostrophes there already gets one more, so that no two become one. */
const IN_COLUMN = apostrophesIn("'*");

/**
 * Puts an apostrophe before what a spreadsheet would run as a formula, in any line of the text and after
 * any separator, so that it shows the text instead. Every line break becomes a line feed: n8n writes a lone
 * carriage return into a CSV file without quotes, where it begins a new row.
 */
export function escapeFormula(cell: Cell): Cell {
	return typeof cell === 'string' ? cell.replace(/\r\n?/g, '\n').replace(IN_CELL, "'") : cell;
}

/** Its other line breaks stay. */
export function escapeColumn(column: string): string {
	return column.replace(/\r(?!\n)/g, '\n').replace(IN_COLUMN, "'");
}
