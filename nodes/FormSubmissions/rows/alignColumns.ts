import type { IDataObject } from 'n8n-workflow';

import { rowOf, type Draft, type ToRow } from './draft';

/**
 * The most columns that rows get from each other. A form that has more in all stays as it is: anyone can submit
 * fields of any name, and a hundred thousand rows would get each of them.
 */
export const MAX_COLUMNS = 500;

/** Each column, with those that come right after it in a row. */
type Followers = Map<string, Set<string>>;

/** The columns of a form's rows, and whether all of its rows now have them. */
export type AlignedForm = { columns: string[]; areAligned: boolean };

/** A form that has more gets them all at the end, since they may turn out to be too many. */
const EARLY_COLUMNS = 100;

class FormRows {
	readonly followers: Followers = new Map();

	/** The columns of all rows so far, as of the end of a page. */
	order?: string[];

	/** A row that has nothing in any of them. */
	empty: IDataObject = {};

	private isDirty = true;

	/** The columns of one more row. */
	note(columns: string[]): void {
		let ofPrevious: Set<string> | undefined;
		for (const column of columns) {
			if (ofPrevious && !ofPrevious.has(column)) {
				ofPrevious.add(column);
				this.isDirty = true;
			}
			ofPrevious = this.followers.get(column);
			if (ofPrevious) continue;
			this.followers.set(column, (ofPrevious = new Set()));
			this.isDirty = true;
		}
	}

	putInOrder(most: number): void {
		if (!this.isDirty && this.order) return;
		this.isDirty = false;
		const order = this.followers.size <= most ? inOrder(this.followers) : undefined;
		// The same list where it is the same: rows were made with it.
		if (JSON.stringify(order) === JSON.stringify(this.order)) return;
		this.order = order;
		const entries = (order ?? []).map((column) => [column, null]);
		// From text, because copies of an object that was made so are small, and made fast.
		this.empty = JSON.parse(JSON.stringify(Object.fromEntries(entries))) as IDataObject;
	}
}

/**
 * Gives the rows of each form the same columns, since a spreadsheet takes those of its first row, where a
 * field may be missing. It becomes null, after the column that precedes it in other rows. Most rows are
 * made so at once, and those of the first page again at the end.
 */
export class Alignment {
	private readonly forms = new Map<unknown, FormRows>();

	/** Of each row, the columns that it was made with, if it has those of others. */
	private readonly madeWith: Array<string[] | undefined> = [];

	readonly toRow: ToRow = (draft, formId) => {
		let form = this.forms.get(formId);
		if (!form) this.forms.set(formId, (form = new FormRows()));
		const aligned = form.order && alignedRow(draft, form);
		this.madeWith.push(aligned && form.order);
		if (aligned) return aligned;
		const row = rowOf(draft);
		// Not those of the draft: JavaScript puts names that are numbers first.
		form.note(Object.keys(row));
		return row;
	};

	endPage(): void {
		for (const form of this.forms.values()) form.putInOrder(EARLY_COLUMNS);
	}

	/** Once all rows are made, which are these. */
	end(rows: IDataObject[], formIds: unknown[]): AlignedForm[] {
		for (const form of this.forms.values()) form.putInOrder(MAX_COLUMNS);
		for (const [index, row] of rows.entries()) {
			const order = this.forms.get(formIds[index])?.order;
			if (order && order !== this.madeWith[index]) rows[index] = withColumns(row, order);
		}
		return [...this.forms.values()].map(({ followers, order }) => ({
			columns: order ?? [...followers.keys()],
			areAligned: order !== undefined,
		}));
	}
}

/** Undefined if the row has others, or in another order. */
function alignedRow(
	{ columns, cells }: Draft,
	{ order = [], empty }: FormRows,
): IDataObject | undefined {
	let at = 0;
	for (const column of order) if (column === columns[at]) at++;
	if (at < columns.length) return undefined;
	const row = { ...empty };
	for (let index = 0; index < columns.length; index++) row[columns[index] ?? ''] = cells[index];
	return row;
}

/**
 * Each before those that come after it in any row, unless rows disagree. Columns of the first row are
 * placed first, and others before them: what ends every row stays at the end.
 */
function inOrder(followers: Followers): string[] {
	const met = new Set<string>();
	const order: string[] = [];
	const place = (column: string) => {
		if (met.has(column)) return;
		met.add(column);
		for (const next of followers.get(column) ?? []) place(next);
		order.unshift(column);
	};
	for (const column of followers.keys()) place(column);
	return order;
}

function withColumns(row: IDataObject, columns: string[]): IDataObject {
	return Object.fromEntries(
		columns.map((column) => [column, Object.hasOwn(row, column) ? row[column] : null]),
	);
}
