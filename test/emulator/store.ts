import type { Destination, Form, Submission, SubmissionStatus } from './types';

/** A row's place in the order "newest first": by time, then by insertion unless a test says otherwise. */
export type Position = { readonly listedMs: number; readonly sequence: number };

export type Row = Position & {
	readonly submission: Submission;
	readonly isTest: boolean;
	/** When lists begin to contain it. */
	readonly visibleMs: number;
	/** The row as JSON, created when first sent, so that building a page only joins texts. */
	json?: string;
};

export type SubmissionFilter = {
	formId?: string;
	statuses: readonly SubmissionStatus[];
	includesTest: boolean;
};

type PageQuery = {
	limit: number;
	/** Default: from the newest row on. */
	after: Position | undefined;
	/** Only rows that were visible then. */
	asOfMs: number;
};

/** What is wrong with each page that contains a row: it fails, or the row has no ID. */
export type BrokenRow = 'status500' | 'noId';

export type Store = ReturnType<typeof createStore>;

export function createStore() {
	const submissions = new Map<string, Row>();
	const destinations = new Map<string, Destination>();
	let destinationsAdded = 0;
	/** Ascending: adding a submission is mostly an append, and finding a place a binary search. */
	const ascending: Row[] = [];

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
		forms: new Map<string, Form>(),
		destinations,
		addDestination(destination: Omit<Destination, 'id'>): Destination {
			const stored = { id: `dst_${++destinationsAdded}`, ...destination };
			destinations.set(stored.id, stored);
			return stored;
		},
		brokenRows: new Map<string, BrokenRow>(),
		/** Which cursors are refused although they are genuine. */
		refusedCursors: { issuedUntilMs: -Infinity, status: 410 },
		/** By ID. */
		submissions: submissions as ReadonlyMap<string, Row>,
		/** Adds a row, or replaces the one of the same submission. */
		put(row: Row): void {
			const { id } = row.submission;
			const before = submissions.get(id);
			submissions.set(id, row);
			ascending.splice(countBefore(row), before ? 1 : 0, row);
		},
		/** The newest rows, or the next older ones from a position. */
		page(filter: SubmissionFilter, { limit, after, asOfMs }: PageQuery) {
			const rows: Row[] = [];
			let index = after === undefined ? ascending.length : countBefore(after);
			while (index > 0 && rows.length <= limit) {
				const row = ascending[--index];
				if (row && row.visibleMs <= asOfMs && matches(filter, row)) rows.push(row);
			}
			return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
		},
	};
}

function compare(a: Position, b: Position): number {
	return a.listedMs - b.listedMs || a.sequence - b.sequence;
}

function matches({ formId, statuses, includesTest }: SubmissionFilter, row: Row): boolean {
	const { submission, isTest } = row;
	return (
		(formId === undefined || submission.formId === formId) &&
		(includesTest || !isTest) &&
		statuses.includes(submission.status)
	);
}
