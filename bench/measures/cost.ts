/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import { FormSubmissions } from '../../nodes/FormSubmissions/FormSubmissions.node.ts';
import { executeContext, runAction, type Credential } from '../../test/support/n8n';
import { fetchWithHelper } from '../helperAlone';
import { fetchPageText } from '../pageLatency';
import { bounded, compared, type Result } from '../result';
import { startService, type BenchService } from '../service';

const SUBMISSIONS = 100_000;

const parameters = { resource: 'submission', operation: 'getAll', returnAll: true };

/** Measures CPU time, memory and requests for 100,000 submissions, without a rate limit. */
export async function measureCost(): Promise<Result[]> {
	const service = await startService({
		options: { rateLimited: false },
		submissions: SUBMISSIONS,
		latencyMs: 0,
	});
	try {
		const pages = await allPages(service);
		return [...(await cpu(service, pages)), ...(await memory(service)), await oneRow(service)];
	} finally {
		await service.stop();
	}
}

/**
 * Measures the package's own share with n8n's request helper replaced by the text of the pages. For
 * comparison: the same over HTTP, and the share of n8n's helper alone.
 */
async function cpu(service: BenchService, pages: string[]): Promise<Result[]> {
	const credential = { baseUrl: service.url, apiKey: service.apiKey };
	const own = async () => await runWithPages(pages, credential);
	const escaping = async () => await runWithPages(pages, credential, { escapeFormulas: true });
	const overHttp = async () => await runAction({ parameters, credential });
	const helper = async () => await fetchWithHelper(pages.length, credential);

	// Runs everything once beforehand, so that all of it is measured warm.
	for (const work of [own, escaping, overHttp, helper]) await work();
	const keptMs = await medianCpuMs(async () => pages.map((page): unknown => JSON.parse(page)));
	const ownMs = await medianCpuMs(own);
	const escapingMs = await medianCpuMs(escaping);
	const httpMs = await medianCpuMs(overHttp);
	const helperMs = await medianCpuMs(helper);
	return [
		bounded(
			'CPU for requesting, checking and simplifying 100,000, without HTTP ÷ JSON.parse that keeps them',
			ownMs / keptMs,
			2,
			`${ms(ownMs)} and ${ms(keptMs)}`,
		),
		compared(
			"The same over HTTP ÷ n8n's request helper alone",
			(httpMs / helperMs).toFixed(2),
			`${ms(httpMs)} and ${ms(helperMs)}`,
		),
		compared(
			'The same without HTTP, with Escape Formulas ÷ without',
			(escapingMs / ownMs).toFixed(2),
			`${ms(escapingMs)} and ${ms(ownMs)}`,
		),
	];
}

const ms = (value: number) => `${value.toFixed(0)} ms`;

/** Runs the action node in n8n's context, with every response, form names included, ready as text. */
async function runWithPages(
	pages: string[],
	credential: Credential,
	options = {},
): Promise<unknown> {
	const all = { ...parameters, options };
	const context = executeContext({ kind: 'formSubmissions', parameters: all, credential });
	const headers = { 'content-type': 'application/json' };
	const formId = /"formId":"([^"]+)"/.exec(pages[0] ?? '')?.[1];
	const forms = JSON.stringify({ ok: true, data: [{ id: formId, name: 'Contact' }] });
	let next = 0;
	Object.assign(context.helpers, {
		httpRequestWithAuthentication: async (_credential: string, { url }: { url: string }) => {
			const body = url.endsWith('/v1/forms') ? forms : pages[next++];
			return { statusCode: 200, headers, body };
		},
	});
	return await new FormSubmissions().execute.call(context);
}

async function memory(service: BenchService): Promise<Result[]> {
	const credential = { baseUrl: service.url, apiKey: service.apiKey };
	const count = { resource: 'submission', operation: 'count' };
	const counting = await heapDuring(async () => await runAction({ parameters: count, credential }));
	const { output, peak, kept } = await heapDuring(
		async () => await runAction({ parameters, credential }),
	);
	return [
		bounded(
			'Peak memory growth for 100,000 ÷ size of the rows',
			Math.max(peak, kept) / kept,
			2,
			`${megabytes(kept)} for ${output.length} rows`,
		),
		bounded(
			'Peak memory growth for counting 100,000 ÷ size of their rows',
			counting.peak / kept,
			0.1,
			`${megabytes(counting.peak)} for a count of ${String(counting.output[0]?.json.count)}`,
		),
	];
}

/** How many bytes of the heap are in use at most during the work, and after it, beyond those before. */
async function heapDuring<Output>(work: () => Promise<Output>) {
	const collect = global.gc ?? (() => {});
	const used = () => {
		collect();
		return process.memoryUsage().heapUsed;
	};
	const before = used();
	let peak = 0;
	const sampling = setInterval(() => (peak = Math.max(peak, used() - before)), 250);
	const output = await work();
	clearInterval(sampling);
	return { output, peak, kept: used() - before };
}

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;

async function oneRow(service: BenchService): Promise<Result> {
	const credential = { baseUrl: service.url, apiKey: service.apiKey };
	await service.stats();
	await runAction({ parameters: { ...parameters, returnAll: false, limit: 1 }, credential });
	const { requests } = await service.stats();
	return bounded('Limit 1 of 100,000: requests', requests, 1);
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

async function medianCpuMs(work: () => Promise<unknown>): Promise<number> {
	const times: number[] = [];
	for (let run = 0; run < 3; run++) {
		global.gc?.();
		const start = process.cpuUsage();
		await work();
		const { user, system } = process.cpuUsage(start);
		times.push((user + system) / 1000);
	}
	return times.sort((a, b) => a - b)[1] ?? NaN;
}
