import { isRecord } from '../api/types';
import { jsonText } from './jsonText';

/** What fits a cell of a table. */
export type Cell = string | number | boolean | null;

/**
 * A JSON value as a cell: lists of plain values joined by ", ", any other object as JSON text. An
 * empty list is an empty text, what is missing null.
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
 * The files of a submission, whose shape the specification leaves open (section 2): each is its
 * address, else its name, else JSON text; several are joined by ", ".
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
