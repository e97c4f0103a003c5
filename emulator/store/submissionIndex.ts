import type { Submission } from '../types';

/** A row's position in the order "newest first": by creation, then by insertion. */
export type Position = { readonly createdAtMs: number; readonly sequence: number };

export type Row = Position & {
	readonly submission: Submission;
	readonly workspace: string;
	readonly isTest: boolean;
	/** The row as JSON, created when first sent, so that building a page only joins texts. */
	json?: string;
};

export type RowPage = { rows: Row[]; hasMore: boolean };

export type SubmissionIndex = ReturnType<typeof createSubmissionIndex>;

/** Rows in ascending order: adding a submission is an append, and finding a page a binary search. */
export function createSubmissionIndex(initial: Row[]) {
	const ascending = initial.sort(compare);

	function countBefore(position: Position): number {
		let low = 0;
		let high = ascending.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			const row = ascending[middle];
			if (row !== undefined && compare(row, position) < 0) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	return {
		add(row: Row): void {
			const last = ascending.at(-1);
			if (last === undefined || compare(last, row) < 0) ascending.push(row);
			else ascending.splice(countBefore(row), 0, row);
		},
		/** The newest rows, or the next older ones from a position. */
		page(limit: number, after?: Position): RowPage {
			const end = after === undefined ? ascending.length : countBefore(after);
			const start = Math.max(0, end - limit);
			return { rows: ascending.slice(start, end).reverse(), hasMore: start > 0 };
		},
	};
}

function compare(a: Position, b: Position): number {
	return a.createdAtMs - b.createdAtMs || a.sequence - b.sequence;
}
