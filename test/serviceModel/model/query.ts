import type { Status, Submission } from './submissions';

/** The query of `GET /v1/submissions` (specification, section 4). */
export type Query = {
	formId: string | undefined;
	statuses: Status[];
	includeTest: boolean;
	limit: number;
	cursor: string | undefined;
};

const STATUSES: Status[] = ['new', 'quarantined', 'spam'];

/** Undefined if the specification does not allow it. */
export function readQuery(query: URLSearchParams): Query | undefined {
	const named = query.get('status')?.split(',') ?? ['new'];
	const statuses = STATUSES.filter((status) => named.includes(status));
	const limit = Number(query.get('limit') ?? 25);
	if (statuses.length !== named.length) return undefined;
	if (!Number.isInteger(limit) || limit < 1 || limit > 100) return undefined;
	return {
		formId: query.get('form_id') ?? undefined,
		statuses,
		includeTest: query.has('include_test'),
		limit,
		cursor: query.get('cursor') ?? undefined,
	};
}

/** Identifies the requested list: two queries with the same name walk the same rows. */
export function listName({ formId, statuses, includeTest }: Query): string {
	return [formId ?? '', statuses.join(','), includeTest].join(';');
}

export function matches(one: Submission, query: Omit<Query, 'limit' | 'cursor'>): boolean {
	if (query.formId !== undefined && one.formId !== query.formId) return false;
	return query.statuses.includes(one.status) && (query.includeTest || !one.isTest);
}
