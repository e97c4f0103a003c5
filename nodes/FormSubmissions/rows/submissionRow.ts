import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../api/connection';
import { formNamesFor } from '../api/forms';
import type { Submission } from '../api/types';
import { isRecord } from '../general/records';
import { nameFinder } from '../general/typedText';
import { escapeColumn, escapeFormula, toCell, toFilesCell, type Cell } from './cells';
import { columnOf, COLUMNS, DELIVERY_COLUMNS, type Column } from './columns';
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

/** How submissions are returned: as sent if `simplify` is off, or else as rows with this look. */
export type RowOptions = RowLook & { simplify: boolean };

/**
 * Returns a function that turns submissions into what a node returns, one page at a time. `chosen`
 * is the form chosen in the node, whose name is used if the list of forms isn't available.
 */
export function rowsOf(
	connection: Connection,
	options: RowOptions,
	chosen?: { name?: string },
): (submissions: Submission[]) => Promise<IDataObject[]> {
	if (!options.simplify) return async (submissions) => submissions;
	const shape = rowShape(options);
	return async (submissions) => {
		const toName = options.columns.includes('formName') ? submissions : [];
		const nameOf = await formNamesFor(connection, toName, chosen);
		return submissions.map((one) => simplifySubmission(one, nameOf(one), shape));
	};
}

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
	const local = timeZone === undefined ? undefined : localTimeIn(timeZone);
	const time: ToCell = local ? (value) => local(value) ?? cell(value) : cell;
	const cells: { [name in Column]?: ToCell } = {
		files: withEscaping(toFilesCell),
		createdAt: time,
	};
	const columnFor = (field: string) =>
		escapeFormulas ? escapeColumn(columnOf(field)) : columnOf(field);
	const [first, ...others] = COLUMNS;
	const shown = others.filter((name) => columns.includes(name));
	const fieldsOf = fields ? chosenFields(fields) : submittedFields;
	return (values, data) => {
		const row: IDataObject = {};
		if (columns.includes(first)) row[first] = time(values[first]);
		for (const [field, value] of fieldsOf(data)) row[columnFor(field)] = cell(value);
		for (const name of shown) row[name] = (cells[name] ?? cell)(values[name]);
		return row;
	};
}

/** The fields that were submitted, with their values. Data that isn't an object becomes `field_data`. */
export function submittedFields(data: unknown): Array<[string, unknown]> {
	const isNamed = isRecord(data) || data === undefined || data === null;
	return isNamed ? Object.entries(record(data)) : [['field_data', data]];
}

/** Returns a function that finds exactly these fields, with their values, in data. */
function chosenFields(chosen: string[]): typeof submittedFields {
	const chosenName = nameFinder(chosen);
	return (data) => {
		const found = new Map<string, unknown>();
		for (const [name, value] of Object.entries(record(data))) {
			const field = chosenName(name);
			const isSpelledSo = field === name;
			if (field !== undefined && (isSpelledSo || !found.has(field))) found.set(field, value);
		}
		return chosen.map((field) => [field, found.get(field)]);
	};
}
