/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { runAction } from '../../support/n8n';
import { fetchWithHelper } from '../helperAlone';
import { idealMs } from '../../support/ideal';
import { pageLatencyMs } from '../pageLatency';
import { checkBound, showFigure, type Result } from '../result';
import { startService } from '../service';

const SUBMISSIONS = 36_000;
const PAGES = SUBMISSIONS / 100;
const LIMIT = 120;
/** Short, to keep the bench short; the service's own window is a minute. */
const WINDOW_MS = 3_000;
const LATENCY_MS = 30;

const GET_MANY = { resource: 'submission', operation: 'getAll', returnAll: true };
const COUNT = { resource: 'submission', operation: 'count' };

/**
 * With a new key, a walk fetches the names of the forms. The first one also pays for what a process
 * does only once: loading the code that sends requests, and compiling it. The ideal has no part for that.
 */
const RUNS: Array<{
	name: string;
	parameters?: IDataObject;
	walks: number;
	hasNewKey: boolean;
	maxRatio?: number;
}> = [
	{ name: 'Walk of 36,000 submissions, the first of a process', walks: 1, hasNewKey: true },
	{ name: 'Walk of 36,000 submissions', walks: 1, hasNewKey: true, maxRatio: 1.05 },
	{ name: 'Two such walks at once on one key', walks: 2, hasNewKey: false, maxRatio: 1.05 },
	{ name: 'Count of 36,000', parameters: COUNT, walks: 1, hasNewKey: false, maxRatio: 1.05 },
];

/** Measures walks of the whole list under the rate limit: one alone, and two on one key. */
export async function measureWalks(): Promise<Result[]> {
	const service = await startService({
		options: { limitPerWindow: LIMIT, windowMs: WINDOW_MS, resetFormat: 'unixMilliseconds' },
		submissions: SUBMISSIONS,
		latencyMs: LATENCY_MS,
	});
	try {
		const latencyMs = await pageLatencyMs(service);
		const window = { latencyMs, limit: LIMIT, windowMs: WINDOW_MS };
		const credential = { baseUrl: service.url, apiKey: service.apiKey };
		const results: Result[] = [];
		for (const { name, parameters = GET_MANY, walks, hasNewKey, maxRatio } of RUNS) {
			if (hasNewKey) credential.apiKey = await service.addKey();
			// Lets the key's window end, so that each measurement starts with a fresh one.
			await sleep(WINDOW_MS);
			await service.stats();
			const startedMs = performance.now();
			const outputs = await Promise.all(
				Array.from({ length: walks }, async () => await runAction({ parameters, credential })),
			);
			const tookMs = performance.now() - startedMs;
			const { requests, tooManyRequests } = await service.stats();
			const ideal = idealMs({ ...window, walks, pagesEach: PAGES });
			const rows = outputs.map(rowsIn).join(' and ');
			const named = outputs.flat().filter(({ json }) => json.formName === 'Contact').length;
			const detail = `${rows} rows, ${named} with the name of their form`;
			const forNames = hasNewKey ? 'for the names of the forms; the ideal time has none' : '';
			results.push(
				maxRatio === undefined
					? showFigure(`${name}: time ÷ ideal`, (tookMs / ideal).toFixed(3), detail)
					: checkBound(`${name}: time ÷ ideal`, tookMs / ideal, maxRatio, detail),
				checkBound(`${name}: 429 responses`, tooManyRequests, 0, `${requests} requests`),
				checkBound(
					`${name}: requests besides the pages`,
					requests - walks * PAGES,
					hasNewKey ? 1 : 0,
					forNames,
				),
			);
		}
		credential.apiKey = await service.addKey();
		const alone = { ...window, walks: 1, pagesEach: 100 };
		const startedMs = performance.now();
		await fetchWithHelper(alone.pagesEach, credential);
		const aloneRatio = (performance.now() - startedMs) / idealMs(alone);
		const what = "For comparison, n8n's request helper and nothing else: time ÷ ideal";
		return [...results, showFigure(what, aloneRatio.toFixed(3), '100 pages')];
	} finally {
		await service.stop();
	}
}

/** How many rows came, or were counted. */
function rowsIn(items: INodeExecutionData[]): number {
	return Number(items[0]?.json.count ?? items.length);
}
