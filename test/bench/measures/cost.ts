/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { setImmediate as turn } from 'node:timers/promises';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { runAction, type Credential } from '../../support/n8n';
import { cpuRatio } from '../cpu';
import { fetchWithHelper } from '../helperAlone';
import { heapDuring, megabytes } from '../heap';
import { fetchPageText } from '../pageLatency';
import { checkBound, showFigure, type Result } from '../result';
import { runAnswered } from '../runAnswered';
import { makeRows } from '../shortestLoop';
import { startService, type BenchService } from '../service';

const SUBMISSIONS = 100_000;

const GET_MANY = { resource: 'submission', operation: 'getAll', returnAll: true };
const COUNT = { resource: 'submission', operation: 'count' };

/** Measures CPU time, memory and requests for 100,000 submissions, without a rate limit. */
export async function measureCost(): Promise<Result[]> {
	const service = await startService({
		options: { rateLimited: false },
		submissions: SUBMISSIONS,
		latencyMs: 0,
	});
	try {
		const pages = await allPages(service);
		return [
			...(await cpu(service, endAfter(pages, 500))),
			...(await memory(service)),
			await oneRow(service),
		];
	} finally {
		await service.stop();
	}
}

/**
 * The package's own share, with n8n's request helper replaced by the text of the pages, which comes
 * after a turn of the event loop. For comparison: the same over HTTP, and n8n's helper alone.
 */
async function cpu(service: BenchService, pages: string[]): Promise<Result[]> {
	const credential = { baseUrl: service.url, apiKey: service.apiKey };
	const getMany = async () => await runWithPages(pages, GET_MANY, credential);
	const escapingSetup = { ...GET_MANY, options: { escapeFormulas: true } };
	const escaping = async () => await runWithPages(pages, escapingSetup, credential);
	const count = async () => await runWithPages(pages, COUNT, credential);
	const shortest = async () => await makeRows(pages);
	const parse = async () => {
		for (const page of pages) await turn(JSON.parse(page));
	};
	const overHttp = async () => await runAction({ parameters: GET_MANY, credential });
	const helper = async () => await fetchWithHelper(SUBMISSIONS / 100, credential);
	if (JSON.stringify(await getMany()) !== JSON.stringify(await shortest())) {
		throw new Error('The shortest loop makes other rows than Get Many');
	}

	const own = await cpuRatio(getMany, shortest);
	const counted = await cpuRatio(count, parse);
	const escaped = await cpuRatio(escaping, getMany);
	const sent = await cpuRatio(overHttp, helper, 3);
	return [
		checkBound(
			'CPU of Get Many, 50,000 rows without HTTP ÷ the shortest loop that parses and makes the same rows',
			own.ratio,
			1.35,
			own.detail,
		),
		checkBound(
			'CPU of Count, 50,000 without HTTP ÷ JSON.parse',
			counted.ratio,
			1.35,
			counted.detail,
		),
		showFigure('Get Many with Escape Formulas ÷ without', escaped.ratio.toFixed(2), escaped.detail),
		showFigure(
			"Get Many over HTTP, 100,000 ÷ n8n's request helper alone, which every node has to use",
			sent.ratio.toFixed(2),
			sent.detail,
		),
	];
}

/** Runs the action node in n8n's context, with every response, form names included, ready as text. */
async function runWithPages(
	pages: string[],
	parameters: IDataObject,
	credential: Credential,
): Promise<INodeExecutionData[] | undefined> {
	const formId = /"formId":"([^"]+)"/.exec(pages[0] ?? '')?.[1];
	const forms = JSON.stringify({ ok: true, data: [{ id: formId, name: 'Contact' }] });
	let next = 0;
	return await runAnswered(parameters, credential, (url) => ({
		statusCode: 200,
		body: url.endsWith('/v1/forms') ? forms : pages[next++],
	}));
}

async function memory(service: BenchService): Promise<Result[]> {
	const credential = { baseUrl: service.url, apiKey: service.apiKey };
	const counting = await heapDuring(async () => await runAction({ parameters: COUNT, credential }));
	const { output, peak, kept } = await heapDuring(
		async () => await runAction({ parameters: GET_MANY, credential }),
	);
	return [
		checkBound(
			'Peak memory growth for 100,000 ÷ size of the rows',
			Math.max(peak, kept) / kept,
			2,
			`${megabytes(kept)} for ${output.length} rows`,
		),
		checkBound(
			'Peak memory growth for counting 100,000 ÷ size of their rows',
			counting.peak / kept,
			0.1,
			`${megabytes(counting.peak)} for a count of ${String(counting.output[0]?.json.count)}`,
		),
	];
}

async function oneRow(service: BenchService): Promise<Result> {
	const credential = { baseUrl: service.url, apiKey: service.apiKey };
	await service.stats();
	await runAction({ parameters: { ...GET_MANY, returnAll: false, limit: 1 }, credential });
	const { requests } = await service.stats();
	return checkBound('Limit 1 of 100,000: requests', requests, 1);
}

/** The first pages as a list of their own. */
function endAfter(pages: string[], count: number): string[] {
	const { data } = JSON.parse(pages[count - 1] ?? '') as { data: unknown };
	const last = JSON.stringify({ ok: true, data, pagination: { hasMore: false } });
	return [...pages.slice(0, count - 1), last];
}

async function allPages(service: BenchService): Promise<string[]> {
	const pages: string[] = [];
	for (let cursor: string | undefined; ; ) {
		const text = await fetchPageText(service, cursor);
		pages.push(text);
		const page = JSON.parse(text) as { pagination: { hasMore: boolean; nextCursor?: string } };
		if (!page.pagination.hasMore) return pages;
		cursor = page.pagination.nextCursor;
	}
}
