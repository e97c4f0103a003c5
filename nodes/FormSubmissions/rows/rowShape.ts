import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../general/records';
import { toCell, toFilesCell, type Cell } from './cells';
import { columnOf, type Column } from './columns';
import { escapeFormula, escapeHead } from './formulas';
import { localTimeIn } from './localTime';

/** How rows look, as chosen by the user. */
export type RowLook = {
	/** The form fields of every row, in this order. Default: those that were submitted. */
	fields?: string[];
	/** The time zone to write times in. Default: times as the service sent them. */
	timeZone?: string;
	/** Whether to mark text that a spreadsheet would run as a formula. */
	escapeFormulas?: boolean;
};

/** A row being built; a column that isn't listed is a compile-time error. */
export type Row = { [name in Column]?: Cell };

/** Functions that make the cells of a row; determined once for many rows. */
export type RowShape = {
	cell: (value: unknown) => Cell;
	files: (value: unknown) => Cell;
	time: (value: unknown) => Cell;
	/** Adds the form's own fields, each in its column. */
	addFields: (row: IDataObject, data: unknown) => void;
};

export function rowShape({ fields, timeZone, escapeFormulas = false }: RowLook = {}): RowShape {
	const cell = escapeFormulas ? (value: unknown) => escapeFormula(toCell(value)) : toCell;
	const head = escapeFormulas ? (field: string) => escapeHead(columnOf(field)) : columnOf;
	const local = timeZone === undefined ? undefined : localTimeIn(timeZone);
	return {
		cell,
		files: escapeFormulas ? (value) => escapeFormula(toFilesCell(value)) : toFilesCell,
		time: local ? (value) => local(value) ?? cell(value) : cell,
		addFields: fields ? theseFields(fields, head, cell) : submittedFields(head, cell),
	};
}

type AddFields = RowShape['addFields'];

/** Exactly these fields, null where one is missing. */
function theseFields(
	fields: string[],
	head: (field: string) => string,
	cell: RowShape['cell'],
): AddFields {
	const columns = fields.map((field): [string, string] => [field, head(field)]);
	return (row, data) => {
		for (const [field, column] of columns) {
			row[column] = isRecord(data) && Object.hasOwn(data, field) ? cell(data[field]) : null;
		}
	};
}

/** The fields that were submitted. Data that isn't an object is output as `field_data`. */
function submittedFields(head: (field: string) => string, cell: RowShape['cell']): AddFields {
	return (row, data) => {
		if (isRecord(data)) {
			for (const field of Object.keys(data)) row[head(field)] = cell(data[field]);
		} else if (data !== undefined && data !== null) {
			row.field_data = cell(data);
		}
	};
}

/** The shape of rows with the submitted fields, and everything else as sent. */
export const AS_SENT = rowShape();
