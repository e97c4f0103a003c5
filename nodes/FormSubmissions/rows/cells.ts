import { isRecord } from '../general/records';
import { jsonText } from './jsonText';

/** What fits in a table cell. */
export type Cell = string | number | boolean | null;

/**
 * Turns a JSON value into a cell: lists of plain values are joined by ", ", other objects become
 * JSON text, an empty list becomes an empty text, and a missing value null.
 */
export function toCell(value: unknown): Cell {
	switch (typeof value) {
		case 'string':
		case 'number':
		case 'boolean':
			return value;
		case 'object':
			if (value === null) return null;
			return isListOfPlainValues(value) ? value.join(', ') : jsonText(value);
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
	return typeof text === 'string' ? text : jsonText(file);
}

function isListOfPlainValues(value: object): value is unknown[] {
	return Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null);
}
