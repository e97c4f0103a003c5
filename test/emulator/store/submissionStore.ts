import type { SubmissionStatus } from '../types';
import {
	createSubmissionIndex,
	type PageQuery,
	type Row,
	type RowPage,
	type SubmissionIndex,
} from './submissionIndex';
import { createWaitingRows } from './waitingRows';

export type SubmissionFilter = {
	workspace: string;
	formId?: string;
	statuses: readonly SubmissionStatus[];
	includesTest: boolean;
};

/** Keeps one sorted index of visible rows per requested filter, built on first use. */
export function createSubmissionStore() {
	const rows = new Map<string, Row>();
	const waiting = createWaitingRows();
	const indexes = new Map<string, { filter: SubmissionFilter; index: SubmissionIndex }>();

	function indexFor(filter: SubmissionFilter): SubmissionIndex {
		const name = filterName(filter);
		const known = indexes.get(name);
		if (known) return known.index;

		const visible = [...rows.values()].filter((row) => !waiting.has(row) && matches(filter, row));
		const index = createSubmissionIndex(visible);
		indexes.set(name, { filter, index });
		return index;
	}

	function show(row: Row): void {
		for (const { filter, index } of indexes.values()) {
			if (matches(filter, row)) index.add(row);
		}
	}

	return {
		/** A row that is `waiting` is in no list until its time has come. */
		add(row: Row, isWaiting: boolean): void {
			const { id } = row.submission;
			if (rows.has(id)) throw new Error(`Submission ${id} exists already`);
			rows.set(id, row);
			if (isWaiting) waiting.add(row);
			else show(row);
		},
		find: (id: string): Row | undefined => rows.get(id),
		findVisible(id: string, nowMs: number): Row | undefined {
			waiting.takeDue(nowMs).forEach(show);
			const row = rows.get(id);
			return row && !waiting.has(row) ? row : undefined;
		},
		/** Replaces the row of a submission; the others keep their order. */
		replace(row: Row): void {
			const { id } = row.submission;
			const before = rows.get(id);
			rows.set(id, row);
			if (before) waiting.replace(before, row);
			indexes.clear();
		},
		page(filter: SubmissionFilter, query: PageQuery & { nowMs: number }): RowPage {
			waiting.takeDue(query.nowMs).forEach(show);
			return indexFor(filter).page(query);
		},
		removeOfForm(formId: string): void {
			for (const [id, row] of rows) {
				if (row.submission.formId !== formId) continue;
				rows.delete(id);
				waiting.remove(row);
			}
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
