import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../api/connection';
import { formNamesFor } from '../api/forms';
import type { Submission } from '../api/types';
import { isRecord } from '../general/records';
import { nameFinder } from '../general/typedText';
import { escapeColumn, escapeFormula, toCell, toFilesCell, type Cell } from './cells';
import { columnOf, COLUMNS, DELIVERY_COLUMNS, type Column } from './columns';
import { localTimeIn } from './localTime';

export type RowLook = {
	/** The row's columns besides the form's fields; their order is always the same. */
	columns: readonly Column[];
	escapeFormulas: boolean;
	/** The form fields of every row, in this order. Default: those that were submitted. */
	fields?: string[];
	/** The time zone to write times in. Default: times as the service sent them. */
	timeZone?: string;
};

type RowShape = (values: { [name in Column]?: unknown }, data: unknown) => IDataObject;

type ToCell = (value: unknown) => Cell;

/** Without `simplify`, submissions are returned as sent. */
export type RowOptions = RowLook & { simplify: boolean };

/** One page at a time. The name of the form `chosen` is used if the list of forms isn't available. */
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

/** The API doesn't send the form's name. */
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

/** The same columns as a submission's row, without those that a delivery lacks (specification, section 2). */
export function simplifyDelivery(delivery: IDataObject, look: RowLook): IDataObject {
	const columns = look.columns.filter((name) => DELIVERY_COLUMNS.includes(name));
	const shape = rowShape({ ...look, columns });
	const { id: formId, name: formName } = record(delivery.form);
	const { submittedAt, spamScore, id, data } = record(delivery.submission);
	return shape({ submittedAt, formName, spamScore, id, formId }, data);
}

function record(value: unknown): Record<string, unknown> {
	return isRecord(value) ? value : {};
}

/** Once for many rows. */
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

/** Data that isn't an object becomes `field_data`. */
export function submittedFields(data: unknown): Array<[string, unknown]> {
	const isNamed = isRecord(data) || data === undefined || data === null;
	return isNamed ? Object.entries(record(data)) : [['field_data', data]];
}

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
