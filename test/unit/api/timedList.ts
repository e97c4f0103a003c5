import { connect } from '../../../nodes/FormSubmissions/api/connection';
import {
	receivedBetween,
	type ReceivedRange,
} from '../../../nodes/FormSubmissions/api/newestFirst';
import type { SubmissionPage } from '../../../nodes/FormSubmissions/api/types';
import { executeContext } from '../../support/n8n';

export type Row = { id: string; createdAt?: unknown };

/** Pages of the given sizes; `asked` counts those that were requested. */
export function list(rows: Row[], pageSize: number) {
	const state = { asked: 0 };
	async function* pages(): AsyncGenerator<SubmissionPage> {
		for (let start = 0; start === 0 || start < rows.length; start += pageSize) {
			state.asked++;
			const next = start + pageSize;
			const submissions = rows.slice(start, next) as SubmissionPage['submissions'];
			yield { textLength: 0, submissions, nextCursor: next < rows.length ? String(next) : null };
		}
	}
	return { pages: pages(), state };
}

export async function idsOf(pages: AsyncIterable<SubmissionPage>): Promise<string[]> {
	const ids: string[] = [];
	for await (const { submissions } of pages) ids.push(...submissions.map(({ id }) => id));
	return ids;
}

export const at = (id: string, ms: number): Row => ({ id, createdAt: new Date(ms).toISOString() });

/** The IDs of what was received within the range, according to a walk through the pages. */
export async function idsBetween(
	pages: AsyncGenerator<SubmissionPage>,
	range: ReceivedRange,
): Promise<string[]> {
	const credential = { apiKey: 'key' };
	const context = executeContext({ kind: 'formSubmissions', parameters: {}, credential });
	return await idsOf(receivedBetween(await connect(context), pages, range));
}
