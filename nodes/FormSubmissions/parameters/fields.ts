/*
 * The former names of what now has a file for each parameter, for the two triggers until they read
 * their parameters through `reader.ts`.
 */
import type { SubmissionFilter, SubmissionStatus } from '../api/types';

export { filtersField } from './filters';
export { formField } from './form';
export { simplifyField } from './simplify';

export type FilterValues = { status?: SubmissionStatus[]; includeTest?: boolean };

export function toId(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

export function toSubmissionFilter(formId: string, filters: FilterValues): SubmissionFilter {
	return { formId, statuses: filters.status, includeTest: filters.includeTest };
}
