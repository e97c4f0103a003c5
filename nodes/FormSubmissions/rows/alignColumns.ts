import type { IDataObject } from 'n8n-workflow';

/**
 * The most columns that rows get from each other. A form that has more in all stays as it is: anyone can submit
 * fields of any name, and a hundred thousand rows would get each of them.
 */
export const MAX_COLUMNS = 500;

/** Each column, with those that come right after it in a row. */
type Followers = Map<string, Set<string>>;

/** The columns of a form's rows, and whether all of its rows now have them. */
export type FormColumns = { columns: string[]; areAligned: boolean };

/**
 * Gives the rows of each form the same columns, since a spreadsheet takes those of its first row, where a
 * field may be missing. It becomes null, after the column that precedes it in other rows.
 */
export function alignColumns(rows: IDataObject[], formIds: unknown[]): FormColumns[] {
	const followersOf = new Map<unknown, Followers>();
	for (const [index, row] of rows.entries()) {
		const followers: Followers = followersOf.get(formIds[index]) ?? new Map();
		followersOf.set(formIds[index], followers);
		noteColumns(row, followers);
	}
	const columnsOf = new Map<unknown, FormColumns>();
	for (const [formId, followers] of followersOf) {
		const areAligned = followers.size <= MAX_COLUMNS;
		const columns = areAligned ? inOrder(followers) : [...followers.keys()];
		columnsOf.set(formId, { columns, areAligned });
	}
	for (const [index, row] of rows.entries()) {
		const { columns, areAligned } = columnsOf.get(formIds[index]) ?? {};
		if (columns && areAligned) rows[index] = withColumns(row, columns);
	}
	return [...columnsOf.values()];
}

function noteColumns(row: IDataObject, followers: Followers): void {
	let ofPrevious: Set<string> | undefined;
	for (const column of Object.keys(row)) {
		ofPrevious?.add(column);
		ofPrevious = followers.get(column) ?? new Set();
		followers.set(column, ofPrevious);
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

/** Not by assignments: an object made so takes far more memory. */
function withColumns(row: IDataObject, columns: string[]): IDataObject {
	return Object.fromEntries(
		columns.map((column) => [column, Object.hasOwn(row, column) ? row[column] : null]),
	);
}
