import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../api/connection';
import { formNamesFor } from '../api/forms';
import type { Submission } from '../api/types';
import { isRecord } from '../general/records';
import { keepApartInCase } from './apartInCase';
import { escapeFormula, toCell, toFilesCell, type Cell } from './cells';
import { COLUMNS, serviceColumnNamer, type Column } from './columnNames';
import { areGroupsSplit, formColumns, type FormLook } from './formColumns';
import { ListLikeGroups } from './groupsAsColumns';
import { localTimeIn } from './localTime';

export type RowLook = FormLook & {
	/** The row's columns besides the form's fields; their order is always the same. */
	columns: readonly Column[];
	/** The time zone to write times in. Default: times as the service sent them. */
	timeZone?: string;
};

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
	const lists = new ListLikeGroups();
	const toRow = simplifySubmission(options, lists);
	return async (submissions) => {
		if (areGroupsSplit(options) && !options.fields) lists.meet(submissions);
		const toName = options.columns.includes('formName') ? submissions : [];
		const nameOf = await formNamesFor(connection, toName, chosen);
		const rows = submissions.map((one) => ({ row: toRow(one, nameOf(one)) }));
		if (options.names === 'plain') keepApartInCase(rows);
		return rows.map(({ row }) => row);
	};
}

/** What a row is made of. The API doesn't send the form's name. */
type Source = { submission: Submission; meta: Record<string, unknown>; formName: string | null };

const VALUES: Record<Column, (source: Source) => unknown> = {
	submittedAt: ({ meta, submission }) => meta.submittedAt ?? submission.createdAt,
	formName: ({ formName }) => formName,
	status: ({ submission }) => submission.status,
	spamScore: ({ submission }) => submission.spamScore,
	tags: ({ submission }) => submission.tags,
	files: ({ submission }) => submission.files,
	ip: ({ meta }) => meta.ip,
	createdAt: ({ submission }) => submission.createdAt,
	// The specification doesn't say where the mark is (section 4).
	isTest: ({ submission, meta }) => [submission, submission.data, meta].some(isMarkedAsTest),
	id: ({ submission }) => submission.id,
	formId: ({ submission }) => submission.formId,
};

function isMarkedAsTest(place: unknown): boolean {
	return isRecord(place) && !NO_MARK.has(place._test);
}

const NO_MARK = new Set<unknown>([undefined, null, false, 0, '', '0', 'false']);

/** Once for many submissions. */
export function simplifySubmission(
	look: RowLook,
	lists = new ListLikeGroups(),
): (submission: Submission, formName: string | null) => IDataObject {
	const { columns, escapeFormulas, timeZone } = look;
	const escaped = (cell: Cell): Cell => (escapeFormulas ? escapeFormula(cell) : cell);
	const cell: ToCell = (value) => escaped(toCell(value));
	const local = timeZone === undefined ? undefined : localTimeIn(timeZone);
	const time: ToCell = local ? (value) => local(value) ?? cell(value) : cell;
	const cells: { [name in Column]?: ToCell } = {
		files: (files) => escaped(toFilesCell(files)),
		createdAt: time,
	};
	const columnFor = serviceColumnNamer(look.names);
	const [first, ...others] = COLUMNS;
	const hasFirst = columns.includes(first);
	const shown = others
		.filter((name) => columns.includes(name))
		.map((name) => ({
			column: columnFor(name),
			toCell: cells[name] ?? cell,
			valueOf: VALUES[name],
		}));
	const addFields = formColumns(look, lists, escaped);
	return (submission, formName) => {
		const { data, formId, meta } = submission;
		const source = { submission, formName, meta: isRecord(meta) ? meta : {} };
		const row: IDataObject = {};
		if (hasFirst) row[first] = time(VALUES[first](source));
		addFields(row, data, formId);
		for (const { column, toCell: toOwnCell, valueOf } of shown) {
			row[column] = toOwnCell(valueOf(source));
		}
		// A copy: an object that has grown is large, and slow to go through.
		return { ...row };
	};
}
