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

export type SubmissionStore = {
	/** A row with `visibleFromMs` in the future exists, but can't be read before that time. */
	add: (row: Row, visibleFromMs?: number) => void;
	find: (id: string) => Row | undefined;
	/** Replaces a row or, without a replacement, removes it; the others keep their order. */
	replace: (id: string, replacement: Row | undefined) => void;
	page: (filter: SubmissionFilter, limit: number, after?: Position) => RowPage;
	removeOfForm: (formId: string) => void;
};

/** Keeps one sorted index per requested filter, built on first use. */
export function createSubmissionStore(now: () => number): SubmissionStore {
	const visible = new Map<string, Row>();
	const hidden = new Map<string, { row: Row; visibleFromMs: number }>();
	const indexes = new Map<string, { filter: SubmissionFilter; index: SubmissionIndex }>();

	function show(row: Row): void {
		visible.set(row.submission.id, row);
		for (const { filter, index } of indexes.values()) {
			if (matches(filter, row)) index.add(row);
		}
	}

	function showDue(): void {
		if (hidden.size === 0) return;
		const nowMs = now();
		for (const [id, { row, visibleFromMs }] of hidden) {
			if (visibleFromMs > nowMs) continue;
			hidden.delete(id);
			show(row);
		}
	}

	function indexFor(filter: SubmissionFilter): SubmissionIndex {
		const name = filterName(filter);
		const known = indexes.get(name);
		if (known) return known.index;

		const index = createSubmissionIndex(
			[...visible.values()].filter((row) => matches(filter, row)),
		);
		indexes.set(name, { filter, index });
		return index;
	}

	return {
		add(row, visibleFromMs) {
			const { id } = row.submission;
			if (visible.has(id) || hidden.has(id)) throw new Error(`Submission ${id} exists already`);
			if (visibleFromMs !== undefined && visibleFromMs > now())
				hidden.set(id, { row, visibleFromMs });
			else show(row);
		},
		find(id) {
			showDue();
			return visible.get(id);
		},
		replace(id, replacement) {
			showDue();
			if (!visible.has(id)) throw new Error(`There is no visible submission ${id}`);
			if (replacement) visible.set(id, replacement);
			else visible.delete(id);
			indexes.clear();
		},
		page(filter, limit, after) {
			showDue();
			return indexFor(filter).page(limit, after);
		},
		removeOfForm(formId) {
			for (const [id, row] of visible) if (row.submission.formId === formId) visible.delete(id);
			for (const [id, { row }] of hidden) if (row.submission.formId === formId) hidden.delete(id);
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
