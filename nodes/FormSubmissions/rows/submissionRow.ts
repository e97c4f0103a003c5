import type { IDataObject } from 'n8n-workflow';

import type { Submission } from '../api/types';
import { isRecord } from '../general/records';
import { toCell, toFilesCell, type Cell } from './cells';
import { COLUMNS, columnOf, DEFAULT_COLUMNS, DELIVERY_COLUMNS, type Column } from './columns';
import { escapeFormula, escapeHead } from './formulas';
import { localTimeIn } from './localTime';

/** How rows look, as chosen by the user. */
export type RowLook = {
	/** The form fields of every row, in this order. Default: those that were submitted. */
	fields?: string[];
	/** The row's other columns; their order is always the same. Default: `DEFAULT_COLUMNS`. */
	columns?: readonly Column[];
	/** The time zone to write times in. Default: times as the service sent them. */
	timeZone?: string;
	/** Whether to mark text that a spreadsheet would run as a formula. */
	escapeFormulas?: boolean;
};

/** Makes a row from what its columns show and from the form's data. */
export type RowShape = (values: { [name in Column]?: unknown }, data: unknown) => IDataObject;

type ToCell = (value: unknown) => Cell;

/** Turns a submission into one flat row of cells. The API doesn't send the form's name. */
export function simplifySubmission(
	submission: Submission,
	formName: string | null,
	shape: RowShape,
): IDataObject {
	const { createdAt, status, spamScore, tags, files, id, formId } = submission;
	const meta = record(submission.meta);
	const submittedAt = meta.submittedAt ?? createdAt;
	return shape(
		{ submittedAt, formName, status, spamScore, tags, files, ip: meta.ip, createdAt, id, formId },
		submission.data,
	);
}

/**
 * Turns a delivery (specification, section 2) into one flat row: the same columns as a submission's
 * row, in the same order, without those that a delivery lacks.
 */
export function simplifyDelivery(delivery: IDataObject, look: RowLook): IDataObject {
	const { columns = DELIVERY_COLUMNS } = look;
	const shown = columns.filter((name) => DELIVERY_COLUMNS.includes(name));
	const shape = rowShape({ ...look, columns: shown });
	const { id: formId, name: formName } = record(delivery.form);
	const { submittedAt, spamScore, id, data } = record(delivery.submission);
	return shape({ submittedAt, formName, spamScore, id, formId }, data);
}

/** The value if it is an object, or else an empty one. */
function record(value: unknown): Record<string, unknown> {
	return isRecord(value) ? value : {};
}

/** Determines, once for many rows, how they are made. */
export function rowShape(look: RowLook = {}): RowShape {
	const { fields, columns = DEFAULT_COLUMNS, timeZone, escapeFormulas = false } = look;
	const escaped = (toText: ToCell): ToCell =>
		escapeFormulas ? (value) => escapeFormula(toText(value)) : toText;
	const cell = escaped(toCell);
	const files = escaped(toFilesCell);
	const local = timeZone === undefined ? undefined : localTimeIn(timeZone);
	const time: ToCell = local ? (value) => local(value) ?? cell(value) : cell;
	const head = escapeFormulas ? (field: string) => escapeHead(columnOf(field)) : columnOf;
	const addFields = fields ? theseFields(fields, head, cell) : submittedFields(head, cell);
	const special: { [name in Column]?: ToCell } = { createdAt: time, files };
	const afterFields = COLUMNS.filter((name) => name !== 'submittedAt' && columns.includes(name));
	return (values, data) => {
		const row: IDataObject = {};
		if (columns.includes('submittedAt')) row.submittedAt = time(values.submittedAt);
		addFields(row, data);
		for (const name of afterFields) row[name] = (special[name] ?? cell)(values[name]);
		return row;
	};
}

type AddFields = (row: IDataObject, data: unknown) => void;

/** Exactly these fields, null where one is missing. */
function theseFields(fields: string[], head: (field: string) => string, cell: ToCell): AddFields {
	const heads = fields.map((field): [string, string] => [field, head(field)]);
	return (row, data) => {
		for (const [field, column] of heads) {
			row[column] = isRecord(data) && Object.hasOwn(data, field) ? cell(data[field]) : null;
		}
	};
}

/** The fields that were submitted. Data that isn't an object is output as `field_data`. */
function submittedFields(head: (field: string) => string, cell: ToCell): AddFields {
	// A form has few fields but many rows, so each name is worked out only once.
	const heads = new Map<string, string>();
	const headOf = (field: string) => {
		const known = heads.get(field);
		if (known !== undefined) return known;
		const column = head(field);
		heads.set(field, column);
		return column;
	};
	return (row, data) => {
		if (isRecord(data)) {
			for (const field of Object.keys(data)) row[headOf(field)] = cell(data[field]);
		} else if (data !== undefined && data !== null) {
			row.field_data = cell(data);
		}
	};
}
