import type { Submission } from '../types';

/** A row's position in the order "newest first": by time, then by insertion unless a test says otherwise. */
export type Position = { readonly listedMs: number; readonly sequence: number };

export type Row = Position & {
	readonly submission: Submission;
	readonly workspace: string;
	readonly isTest: boolean;
	/** When lists begin to contain it. */
	readonly visibleMs: number;
	/** What the service sends otherwise than the submission has it. */
	readonly sent?: Readonly<Record<string, unknown>>;
	/** The row as JSON, created when first sent, so that building a page only joins texts. */
	json?: string;
};

export type RowPage = { rows: Row[]; hasMore: boolean };

export type PageQuery = {
	limit: number;
	/** Default: from the newest row on. */
	after: Position | undefined;
	/** Only rows that were visible then. */
	asOfMs: number | undefined;
};

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
		page({ limit, after, asOfMs = Infinity }: PageQuery): RowPage {
			const rows: Row[] = [];
			let index = after === undefined ? ascending.length : countBefore(after);
			while (index > 0 && rows.length <= limit) {
				const row = ascending[--index];
				if (row !== undefined && row.visibleMs <= asOfMs) rows.push(row);
			}
			return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
		},
	};
}

function compare(a: Position, b: Position): number {
	return a.listedMs - b.listedMs || a.sequence - b.sequence;
}
