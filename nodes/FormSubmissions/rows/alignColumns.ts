import type { IDataObject } from 'n8n-workflow';

/**
 * The most columns that rows get from each other. A form that has more in all stays as it is: anyone can submit
 * fields of any name, and a hundred thousand rows would get each of them.
 */
export const MAX_COLUMNS = 500;

export type RowOfForm = { formId: unknown; row: IDataObject };

/** The columns of a form's rows, and whether all of its rows have them. */
export type ColumnsOfForm = { columns: string[]; areAligned: boolean };

/**
 * Gives the rows of each form the same columns, since a spreadsheet takes those of its first row, where a
 * field may be missing. It becomes null, after the column that precedes it in other rows.
 */
export function alignColumns(rows: RowOfForm[]): ColumnsOfForm[] {
	const forms = new Map<unknown, Followers>();
	for (const { formId, row } of rows) {
		let followers = forms.get(formId);
		if (!followers) forms.set(formId, (followers = new Map<string, Set<string>>()));
		meet(followers, row);
	}
	const empty = new Map<unknown, IDataObject>();
	for (const [formId, followers] of forms) {
		if (followers.size <= MAX_COLUMNS) empty.set(formId, emptyRow(inOrder(followers)));
	}
	for (const one of rows) {
		const aligned = empty.get(one.formId);
		if (aligned) one.row = filledIn(aligned, one.row);
	}
	return [...forms].map(([formId, followers]) => {
		const aligned = empty.get(formId);
		return {
			columns: aligned ? Object.keys(aligned) : [...followers.keys()],
			areAligned: aligned !== undefined,
		};
	});
}

function filledIn(empty: IDataObject, row: IDataObject): IDataObject {
	const filled = { ...empty };
	for (const column in row) filled[column] = row[column];
	return filled;
}

/** Each column, with those that come right after it in a row. */
type Followers = Map<string, Set<string>>;

function meet(followers: Followers, row: IDataObject): void {
	let ofPrevious: Set<string> | undefined;
	for (const column in row) {
		ofPrevious?.add(column);
		ofPrevious = followers.get(column);
		if (!ofPrevious) followers.set(column, (ofPrevious = new Set()));
	}
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

function emptyRow(columns: string[]): IDataObject {
	const entries = columns.map((column) => [column, null]);
	// From text, because copies of an object that was made so are small, and made fast.
	return JSON.parse(JSON.stringify(Object.fromEntries(entries))) as IDataObject;
}
