import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../api/connection';
import { formNamesFor } from '../api/forms';
import type { Submission } from '../api/types';
import { isRecord } from '../general/records';
import { nameFinder } from '../general/typedText';
import { escapeFormula, toCell, toFilesCell, type Cell } from './cells';
import {
	COLUMNS,
	DELIVERY_COLUMNS,
	fieldColumnNamer,
	serviceColumnNamer,
	type Column,
	type DeliveryColumn,
	type NameStyle,
} from './columns';
import {
	fieldsAndParts,
	fieldsByColumn,
	fieldsInParts,
	submittedFields,
	together,
	type Fields,
} from './formFields';
import { localTimeIn } from './localTime';

export type RowLook = {
	/** The row's columns besides the form's fields; their order is always the same. */
	columns: readonly Column[];
	escapeFormulas: boolean;
	/** The form fields of every row, in this order. Default: those that were submitted. */
	fields?: string[];
	/** Default, if nobody chose: as in the form. */
	names?: NameStyle;
	/** What becomes of a group of values: JSON text (the default), or a column for each part of it. */
	groups?: 'text' | 'columns';
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
	const values: Record<Column, unknown> = {
		submittedAt: meta.submittedAt ?? createdAt,
		formName,
		status,
		spamScore,
		tags,
		files,
		ip: meta.ip,
		createdAt,
		id,
		formId,
	};
	return shape(values, submission.data);
}

/** The same columns as a submission's row, without those that a delivery lacks (specification, section 2). */
export function simplifyDelivery(delivery: IDataObject, look: RowLook): IDataObject {
	const columns = DELIVERY_COLUMNS.filter((name) => look.columns.includes(name));
	const shape = rowShape({ ...look, columns });
	const { id: formId, name: formName } = record(delivery.form);
	const { submittedAt, spamScore, id, data } = record(delivery.submission);
	const values: Record<DeliveryColumn, unknown> = {
		submittedAt,
		formName,
		spamScore,
		id,
		formId,
	};
	return shape(values, data);
}

function record(value: unknown): Record<string, unknown> {
	return isRecord(value) ? value : {};
}

/** Once for many rows. */
export function rowShape(look: RowLook): RowShape {
	const { columns, escapeFormulas, timeZone } = look;
	const withEscaping = (toText: ToCell): ToCell =>
		escapeFormulas ? (value) => escapeFormula(toText(value)) : toText;
	const cell = withEscaping(toCell);
	const local = timeZone === undefined ? undefined : localTimeIn(timeZone);
	const time: ToCell = local ? (value) => local(value) ?? cell(value) : cell;
	const cells: { [name in Column]?: ToCell } = {
		files: withEscaping(toFilesCell),
		createdAt: time,
	};
	const [first, ...others] = COLUMNS;
	const columnFor = serviceColumnNamer(look.names);
	const shown = others
		.filter((name) => columns.includes(name))
		.map((name) => ({ name, column: columnFor(name), toCell: cells[name] ?? cell }));
	const fieldsOf = fieldColumns(look);
	return (values, data) => {
		const row: IDataObject = {};
		if (columns.includes(first)) row[first] = time(values[first]);
		for (const [column, value] of fieldsOf(data)) row[column] = cell(value);
		for (const { name, column, toCell: toOwnCell } of shown) row[column] = toOwnCell(values[name]);
		return row;
	};
}

/** The columns of a form's fields, and what is in them. */
function fieldColumns(look: RowLook): (data: unknown) => Fields {
	const { fields, names, groups, escapeFormulas } = look;
	const submitted = groups === 'columns' ? fieldsInParts : submittedFields;
	const fieldsOf = fields ? chosenFields(fields) : submitted;
	const columnFor = fieldColumnNamer(look);
	if (names === 'plain' || groups === 'columns' || escapeFormulas) {
		return (data) => fieldsByColumn(fieldsOf(data), columnFor);
	}
	// Then no two fields share a column.
	return (data) => fieldsOf(data).map(([field, value]) => [columnFor(field), value]);
}

/** A field or a part of a group, spelled exactly as it was chosen, or else the first that is spelled otherwise. */
function chosenFields(chosen: string[]): (data: unknown) => Fields {
	const chosenName = nameFinder(chosen);
	return (data) => {
		const exact = new Map<string, unknown[]>();
		const similar = new Map<string, unknown>();
		for (const [name, value] of fieldsAndParts(record(data))) {
			const field = chosenName(name);
			if (field === undefined) continue;
			if (field === name) exact.set(field, [...(exact.get(field) ?? []), value]);
			else if (!similar.has(field)) similar.set(field, value);
		}
		return chosen.map((field) => {
			const values = exact.get(field);
			return [field, values ? together(values) : similar.get(field)];
		});
	};
}
