import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../api/connection';
import { formNamesFor } from '../api/forms';
import type { Submission } from '../api/types';
import { isRecord } from '../general/records';
import { escapeFormula, toCell, toFilesCell, type Cell } from './cells';
import { COLUMNS, serviceColumnNamer, type Column } from './columns';
import { rowOf, type Draft, type ToRow } from './draft';
import { areGroupsSplit, FormColumns, type FormLook } from './formColumns';
import { ListLikeGroups } from './groupsAsColumns';
import { localTimeIn } from './localTime';

export type RowLook = FormLook & {
	/** The row's columns besides the form's fields; their order is always the same. */
	columns: readonly Column[];
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
	toRow: ToRow = rowOf,
): (submissions: Submission[]) => Promise<IDataObject[]> {
	if (!options.simplify) return async (submissions) => submissions;
	const lists = new ListLikeGroups();
	const shape = rowShape(options, { lists, toRow });
	return async (submissions) => {
		if (areGroupsSplit(options) && !options.fields) lists.meet(submissions);
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

function record(value: unknown): Record<string, unknown> {
	return isRecord(value) ? value : {};
}

/** Once for many rows. */
export function rowShape(
	look: RowLook,
	{ lists = new ListLikeGroups(), toRow = rowOf }: { lists?: ListLikeGroups; toRow?: ToRow } = {},
): RowShape {
	const { columns, escapeFormulas, timeZone } = look;
	const escaped = (cell: Cell): Cell => (escapeFormulas ? escapeFormula(cell) : cell);
	const cell: ToCell = (value) => escaped(toCell(value));
	const local = timeZone === undefined ? undefined : localTimeIn(timeZone);
	const time: ToCell = local ? (value) => local(value) ?? cell(value) : cell;
	const cells: { [name in Column]?: ToCell } = {
		files: (files) => escaped(toFilesCell(files)),
		createdAt: time,
	};
	const [first, ...others] = COLUMNS;
	const columnFor = serviceColumnNamer(look.names);
	const shown = others
		.filter((name) => columns.includes(name))
		.map((name) => ({ name, column: columnFor(name), toCell: cells[name] ?? cell }));
	const hasFirst = columns.includes(first);
	const form = new FormColumns(look, lists, escaped);
	// One for all rows: they are made one after the other.
	const draft: Draft = { columns: [], cells: [] };
	return (values, data) => {
		draft.columns.length = draft.cells.length = 0;
		if (hasFirst) {
			draft.columns.push(first);
			draft.cells.push(time(values[first]));
		}
		form.add(draft, data, values.formId);
		for (const { name, column, toCell: toOwnCell } of shown) {
			draft.columns.push(column);
			draft.cells.push(toOwnCell(values[name]));
		}
		return toRow(draft, values.formId);
	};
}
