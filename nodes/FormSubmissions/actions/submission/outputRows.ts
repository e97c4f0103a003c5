import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Connection } from '../../api/connection';
import type { Submission } from '../../api/types';
import { rowsOf, type RowOptions } from '../../rows/submissionRow';
import type { Output } from '../operation';
import { FieldNames } from './fieldNames';

/** The rows of an operation, and what their reader should know of them. */
export class OutputRows {
	private readonly toRows: (submissions: Submission[]) => Promise<IDataObject[]>;

	private readonly fields: FieldNames;

	private hasAny = false;

	/** `form` is the form chosen in the node, if one is. */
	constructor(
		connection: Connection<IExecuteFunctions>,
		private readonly options: RowOptions,
		form?: { name?: string },
	) {
		this.toRows = rowsOf(connection, options, form);
		this.fields = new FieldNames(options.simplify ? options.fields : []);
	}

	async of(submissions: Submission[]): Promise<IDataObject[]> {
		this.fields.meet(submissions);
		this.hasAny ||= submissions.length > 0;
		return await this.toRows(submissions);
	}

	/**
	 * What is to be said of these rows. A model gets no hints: it didn't choose the columns, and whoever did may
	 * have kept the others from it.
	 */
	about(): Required<Omit<Output, 'rows'>> {
		const { simplify, timeZone } = this.options;
		if (!simplify || !this.hasAny) return { notes: [], hints: [] };
		const zone = `Times are in the workflow's time zone, ${timeZone} (⋯ > Settings).`;
		return {
			notes: this.fields.noteUnseen('returned'),
			hints: [...this.fields.noteOthers(), ...(timeZone === undefined ? [] : [zone])],
		};
	}
}
