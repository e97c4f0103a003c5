import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { FormChoice } from '../../api/chosenForm';
import type { Connection } from '../../api/connection';
import type { Submission, SubmissionPage } from '../../api/types';
import { alignColumns, type RowOfForm } from '../../rows/alignColumns';
import { keepApartInCase } from '../../rows/apartInCase';
import { SharedColumns } from '../../rows/columnNames';
import { hintsOnColumns, noteShared, noteTooMany } from '../../rows/columnNotes';
import { ListColumns, type ListStyle } from '../../rows/listsAsColumns';
import { rowsOf, type RowLook, type RowOptions } from '../../rows/submissionRow';
import type { OutputForModel } from '../outputForModel';
import { WantedFields } from './wantedFields';

/** The rows of an operation, and what their reader should know of them. */
export class OutputRows {
	private readonly options: RowOptions;

	private readonly toRows: (submissions: Submission[]) => Promise<IDataObject[]>;

	/** Of the form fields that are chosen. */
	private readonly fields: WantedFields;

	private readonly shared = new SharedColumns();

	private hasAny = false;

	private columnHints: string[] = [];

	constructor(
		connection: Connection<IExecuteFunctions>,
		{ simplify, options }: { simplify: boolean; options: RowLook & { lists?: ListStyle } },
		form?: FormChoice,
	) {
		// A model reads a row at a time.
		const hasListColumns = options.lists === 'columns' && !connection.isForModel;
		const listColumns = hasListColumns ? new ListColumns(options) : undefined;
		this.options = { ...options, simplify, shared: this.shared, listColumns };
		this.toRows = rowsOf(connection, this.options, form);
		this.fields = new WantedFields(simplify ? options.fields : []);
	}

	async of(submissions: Submission[]): Promise<IDataObject[]> {
		this.fields.meet(submissions);
		this.hasAny ||= submissions.length > 0;
		return await this.toRows(submissions);
	}

	/** Rows are shaped page by page, so that raw pages don't stay in memory. */
	async ofPages(pages: AsyncGenerator<SubmissionPage>): Promise<IDataObject[]> {
		const all: RowOfForm[] = [];
		for await (const { submissions } of pages) {
			const rows = await this.of(submissions);
			for (const [at, row] of rows.entries()) all.push({ formId: submissions[at]?.formId, row });
		}
		if (this.options.simplify) this.columnHints = this.arrange(all);
		return all.map(({ row }) => row);
	}

	/** Once all rows are made. Returns what a person should know of their columns. */
	private arrange(rows: RowOfForm[]): string[] {
		const { names, listColumns } = this.options;
		const tooMany = listColumns?.expand(rows) ?? [];
		if (names === 'plain') keepApartInCase(rows);
		return [...hintsOnColumns(alignColumns(rows), this.options), ...noteTooMany(tooMany)];
	}

	/** Without the same columns in all: a model would only have more to read. Returns whether there are more. */
	async addTo(output: OutputForModel, max: number, pages: AsyncGenerator<SubmissionPage>) {
		for await (const { submissions } of pages) {
			for (const row of await this.of(submissions)) {
				if (output.rows.length === max || !output.add(row)) return true;
			}
		}
		return false;
	}

	/** A model gets no hints: whoever chose the columns may have kept the others from it. */
	about(): { notes: string[]; hints: string[] } {
		const { simplify, timeZone } = this.options;
		if (!simplify || !this.hasAny) return { notes: [], hints: [] };
		const zone = `Times are in the workflow's time zone, ${timeZone} (⋯ > Settings). Dates and times in form fields stay as they were sent; to convert one: {{ DateTime.fromISO($json.field).toFormat('yyyy-MM-dd HH:mm:ss') }}`;
		return {
			notes: this.fields.noteUnseen('returned'),
			hints: [
				...this.fields.noteOthers(),
				...(timeZone === undefined ? [] : [zone]),
				...this.columnHints,
				...noteShared(this.shared),
			],
		};
	}
}
