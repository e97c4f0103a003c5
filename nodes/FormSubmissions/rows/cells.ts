import { isRecord } from '../general/records';

/** What fits in a table cell. Text is well-formed Unicode without NUL. */
export type Cell = string | number | boolean | null;

/**
 * Turns a JSON value into a cell: lists of plain values are joined by ", ", other objects become
 * JSON text, an empty list becomes an empty string, and a missing value null.
 */
export function toCell(value: unknown): Cell {
	switch (typeof value) {
		case 'string':
			return toStorable(value);
		case 'number':
		case 'boolean':
			return value;
		case 'object':
			if (value === null) return null;
			return isListOfPlainValues(value) ? toStorable(value.join(', ')) : jsonText(value);
		default:
			return null;
	}
}

/**
 * Turns a submission's files into a cell. The specification leaves their shape open (section 2):
 * each file becomes its URL, or else its name, or else JSON text; several are joined by ", ".
 */
export function toFilesCell(files: unknown): Cell {
	if (Array.isArray(files)) return files.map(toFileText).join(', ');
	return isRecord(files) ? toFileText(files) : toCell(files);
}

function toFileText(file: unknown): Cell {
	if (!isRecord(file)) return toCell(file);
	const text = [file.url, file.name].find((one) => typeof one === 'string' && one !== '');
	return typeof text === 'string' ? toStorable(text) : jsonText(file);
}

function isListOfPlainValues(value: object): value is unknown[] {
	return Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null);
}

/**
 * The text with NUL as a visible sign and each half of a surrogate pair (an emoji cut in two) as
 * U+FFFD. A database such as PostgreSQL refuses all rows of a batch for one such character, and
 * anyone who fills in a form can send it.
 */
function toStorable(text: string): string {
	if (text.isWellFormed() && !text.includes('\0')) return text;
	return text.toWellFormed().replaceAll('\0', '␀');
}

/** No real form nests deeper, and databases limit the depth of JSON text, too. */
const MAX_LEVELS = 200;

/** The cell of a value that is nested too deeply for JSON text. */
const TOO_DEEP = '[nested too deeply to show]';

/**
 * Returns a value's JSON text. Anyone can submit a form: an extremely nested value must not keep
 * the other rows from being returned, so a note takes its place.
 */
function jsonText(value: object): string {
	try {
		const json = JSON.stringify(value);
		// Each level takes two characters, so a short text needs no check.
		const isTooDeep = json.length > 2 * MAX_LEVELS && isDeeperThan(MAX_LEVELS, json);
		return isTooDeep ? TOO_DEEP : toStorableJson(json);
	} catch {
		// At several thousand levels, `JSON.stringify` overflows the stack.
		return TOO_DEEP;
	}
}

/** In JSON text, the same characters are escapes, which a database that reads JSON refuses. */
function toStorableJson(json: string): string {
	if (!/\\u(0000|d[89a-f])/.test(json)) return json;
	return json.replace(
		/\\(?:u(0000)|u(d[89a-f]..)|.)/g,
		(escape: string, nul?: string, surrogate?: string) => {
			if (nul !== undefined) return '␀';
			return surrogate === undefined ? escape : '\ufffd';
		},
	);
}

/** Reads the text once: walking through a list of a million values would take seconds. */
function isDeeperThan(levels: number, json: string): boolean {
	let level = 0;
	let isInText = false;
	for (let at = 0; at < json.length && level <= levels; at++) {
		const sign = json[at];
		if (sign === '\\') at++;
		else if (sign === '"') isInText = !isInText;
		else if (!isInText && (sign === '[' || sign === '{')) level++;
		else if (!isInText && (sign === ']' || sign === '}')) level--;
	}
	return level > levels;
}
