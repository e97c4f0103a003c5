import type { SubmissionStatus } from '../types';
import {
	createSubmissionIndex,
	type Position,
	type Row,
	type RowPage,
	type SubmissionIndex,
} from './submissionIndex';

export type SubmissionFilter = {
	workspace: string;
	formId?: string;
	statuses: readonly SubmissionStatus[];
	includesTest: boolean;
};

/** Keeps one sorted index per requested filter, built on first use. */
export function createSubmissionStore() {
	const rows = new Map<string, Row>();
	const indexes = new Map<string, { filter: SubmissionFilter; index: SubmissionIndex }>();

	function indexFor(filter: SubmissionFilter): SubmissionIndex {
		const name = filterName(filter);
		const known = indexes.get(name);
		if (known) return known.index;

		const index = createSubmissionIndex([...rows.values()].filter((row) => matches(filter, row)));
		indexes.set(name, { filter, index });
		return index;
	}

	return {
		add(row: Row): void {
			const { id } = row.submission;
			if (rows.has(id)) throw new Error(`Submission ${id} exists already`);
			rows.set(id, row);
			for (const { filter, index } of indexes.values()) {
				if (matches(filter, row)) index.add(row);
			}
		},
		find: (id: string): Row | undefined => rows.get(id),
		/** Replaces the row of a submission; the others keep their order. */
		replace(row: Row): void {
			rows.set(row.submission.id, row);
			indexes.clear();
		},
		page: (filter: SubmissionFilter, limit: number, after?: Position): RowPage =>
			indexFor(filter).page(limit, after),
		removeOfForm(formId: string): void {
			for (const [id, row] of rows) if (row.submission.formId === formId) rows.delete(id);
			indexes.clear();
		},
	};
}

/** Equal for filters that select the same rows. */
export function filterName(filter: SubmissionFilter): string {
	const { workspace, formId = null, includesTest } = filter;
	const statuses = [...new Set(filter.statuses)].sort();
	return JSON.stringify([workspace, formId, statuses, includesTest]);
}

function matches(filter: SubmissionFilter, row: Row): boolean {
	return (
		row.workspace === filter.workspace &&
		(filter.formId === undefined || row.submission.formId === filter.formId) &&
		(filter.includesTest || !row.isTest) &&
		filter.statuses.includes(row.submission.status)
	);
}
