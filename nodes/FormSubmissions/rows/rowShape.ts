import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../api/types';
import { toCell, toFilesCell, type Cell } from './cells';
import { columnOf, type Column } from './columns';
import { escapeFormula, escapeHead } from './formulas';
import { localTimeIn } from './localTime';

/** What a person chose of how rows look. */
export type RowLook = {
	/** The form fields that every row has, in this order. Default: those that were submitted. */
	fields?: string[];
	/** The zone on whose clock times are written. Default: as the service sent them. */
	timeZone?: string;
	/** Whether text that a spreadsheet would run is marked as text. */
	escapeFormulas?: boolean;
};

/** A row as it is being built; a column that is not listed is an error of the compiler. */
export type Row = { [name in Column]?: Cell };

/** How to make the cells of a row: worked out once for many rows. */
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

/** The fields that were submitted. Data that is no object stays visible as `field_data`. */
function submittedFields(head: (field: string) => string, cell: RowShape['cell']): AddFields {
	return (row, data) => {
		if (isRecord(data)) {
			for (const field of Object.keys(data)) row[head(field)] = cell(data[field]);
		} else if (data !== undefined && data !== null) {
			row.field_data = cell(data);
		}
	};
}

/** Rows with the fields that were submitted and everything else as it was sent. */
export const AS_SENT = rowShape();
