/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import 'reflect-metadata';

import { forgetBudgets } from '../../nodes/FormSubmissions/api/transport/budget';
import { FormSubmissions } from '../../nodes/FormSubmissions/FormSubmissions.node.ts';
import { executeContext, type Credential } from '../../test/support/n8n';

/** Acts as one n8n process under the rate limit: runs exports concurrently. `measured.ts` starts it. */
export type ExportOrder = { credential: Credential; exports: number; pagesEach: number };

/** `pageMs`: how long each page took, excluding waits for the rate limit. */
export type ExportReport = { rows: number; pageMs: number[] };

/** A longer gap between a response and the next request is a wait, not the work for a page. */
const LONGEST_WORK_MS = 20;

async function runExports(order: ExportOrder): Promise<ExportReport> {
	const exports = await Promise.all(
		Array.from({ length: order.exports }, async () => await runExport(order)),
	);
	return {
		rows: exports.reduce((sum, { rows }) => sum + rows, 0),
		pageMs: exports.flatMap(({ pageMs }) => pageMs),
	};
}

async function runExport({ credential, pagesEach }: ExportOrder): Promise<ExportReport> {
	const limit = pagesEach * 100;
	const parameters = { resource: 'submission', operation: 'getAll', returnAll: false, limit };
	const context = executeContext({ kind: 'formSubmissions', parameters, credential });
	const pageMs: number[] = [];
	let answeredMs: number | undefined;
	const send = context.helpers.httpRequestWithAuthentication;
	context.helpers.httpRequestWithAuthentication = async function (...request) {
		const sentMs = performance.now();
		const workMs = answeredMs === undefined ? 0 : sentMs - answeredMs;
		const answer: unknown = await send.apply(this, request);
		answeredMs = performance.now();
		pageMs.push(answeredMs - sentMs + (workMs < LONGEST_WORK_MS ? workMs : 0));
		return answer;
	};
	const [items = []] = await new FormSubmissions().execute.call(context);
	return { rows: items.length, pageMs };
}

process.on('message', (order: ExportOrder) => {
	forgetBudgets();
	void runExports(order).then((report) => process.send?.(report));
});
process.on('disconnect', () => process.exit(0));
process.send?.({ isReady: true });
