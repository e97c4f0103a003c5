import type { IDataObject } from 'n8n-workflow';

import type { Submission } from '../api/types';
import { isRecord } from '../general/records';
import { toCell, toFilesCell, type Cell } from './cells';
import { columnOf, DELIVERY_COLUMNS, type Column } from './columns';
import { escapeFormula, escapeColumn } from './formulas';
import { localTimeIn } from './localTime';

/** How rows look, as chosen by the user. */
export type RowLook = {
	/** The row's columns besides the form's fields; their order is always the same. */
	columns: readonly Column[];
	/** Whether to mark text that a spreadsheet would run as a formula. */
	escapeFormulas: boolean;
	/** The form fields of every row, in this order. Default: those that were submitted. */
	fields?: string[];
	/** The time zone to write times in. Default: times as the service sent them. */
	timeZone?: string;
};

/** Makes a row from what its columns show and from the form's data. */
type RowShape = (values: { [name in Column]?: unknown }, data: unknown) => IDataObject;

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
	const columns = look.columns.filter((name) => DELIVERY_COLUMNS.includes(name));
	const shape = rowShape({ ...look, columns });
	const { id: formId, name: formName } = record(delivery.form);
	const { submittedAt, spamScore, id, data } = record(delivery.submission);
	return shape({ submittedAt, formName, spamScore, id, formId }, data);
}

/** The value if it is an object, or else an empty one. */
function record(value: unknown): Record<string, unknown> {
	return isRecord(value) ? value : {};
}

/** Determines, once for many rows, how they are made. */
export function rowShape({ columns, escapeFormulas, fields, timeZone }: RowLook): RowShape {
	const withEscaping = (toText: ToCell): ToCell =>
		escapeFormulas ? (value) => escapeFormula(toText(value)) : toText;
	const cell = withEscaping(toCell);
	const files = withEscaping(toFilesCell);
	const local = timeZone === undefined ? undefined : localTimeIn(timeZone);
	const time: ToCell = local ? (value) => local(value) ?? cell(value) : cell;
	const head = escapeFormulas ? (field: string) => escapeColumn(columnOf(field)) : columnOf;
	const addFields = fieldAdder(fields, head, cell);
	const shown: { [name in Column]?: boolean } = Object.fromEntries(
		columns.map((name) => [name, true]),
	);
	// Written out, in the order of COLUMNS: this runs for every row, and names in variables are slower.
	return (values, data) => {
		const row: IDataObject = {};
		if (shown.submittedAt) row.submittedAt = time(values.submittedAt);
		addFields(row, data);
		if (shown.formName) row.formName = cell(values.formName);
		if (shown.status) row.status = cell(values.status);
		if (shown.spamScore) row.spamScore = cell(values.spamScore);
		if (shown.tags) row.tags = cell(values.tags);
		if (shown.files) row.files = files(values.files);
		if (shown.ip) row.ip = cell(values.ip);
		if (shown.createdAt) row.createdAt = time(values.createdAt);
		if (shown.id) row.id = cell(values.id);
		if (shown.formId) row.formId = cell(values.formId);
		return row;
	};
}

/**
 * Returns a function that adds the form's fields to a row: exactly the `wanted` ones, null where one
 * is missing, or else those that were submitted. Data that isn't an object becomes `field_data`.
 */
function fieldAdder(
	wanted: string[] | undefined,
	head: (field: string) => string,
	cell: ToCell,
): (row: IDataObject, data: unknown) => void {
	// A form has few fields but many rows, so each name is worked out only once.
	const heads = new Map<string, string>();
	const headOf = (field: string) => {
		let column = heads.get(field);
		if (column === undefined) heads.set(field, (column = head(field)));
		return column;
	};
	if (wanted) {
		return (row, data) => {
			const submitted = record(data);
			for (const field of wanted) {
				row[headOf(field)] = Object.hasOwn(submitted, field) ? cell(submitted[field]) : null;
			}
		};
	}
	return (row, data) => {
		if (isRecord(data))
			for (const field of Object.keys(data)) row[headOf(field)] = cell(data[field]);
		else if (data !== undefined && data !== null) row.field_data = cell(data);
	};
}
