/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { setTimeout as sleep } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import { FormSubmissionsPollingTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsPollingTrigger.node.ts';
import { idealMs } from '../../support/ideal';
import { pollContext, runAction, type Credential } from '../../support/n8n';
import { checkBound, type Result } from '../result';
import { startService, type BenchService } from '../service';

const LIMIT = 120;
const WINDOW_MS = 60_000;
const LATENCY_MS = 30;
const PAGES = 240;

const POLLS = 20;
const EXECUTIONS = 300;

/** Measures how polls and lists share the rate limit of one key, in real minutes: it takes eight. */
export async function measureSharing(): Promise<Result[]> {
	const service = await startService({
		options: { limitPerWindow: LIMIT, windowMs: WINDOW_MS, resetFormat: 'unixMilliseconds' },
		submissions: PAGES * 100,
		latencyMs: LATENCY_MS,
	});
	try {
		return [
			...(await listBesidePolls(service)),
			...(await executionsAtOnce(service)),
			...(await backlogBesideList(service)),
		];
	} finally {
		await service.stop();
	}
}

/** A list, and twenty triggers that poll once a minute. */
async function listBesidePolls(service: BenchService): Promise<Result[]> {
	const credential = await newKey(service);
	const triggers = Array.from({ length: POLLS }, (_, index) =>
		trigger(credential, `poll ${index}`),
	);
	// The poll that n8n runs itself, and a scheduled one that records the rest of the last ten minutes.
	for (const poll of triggers) await poll();
	for (const poll of triggers) await poll();
	await sleep(WINDOW_MS);
	await service.stats();
	const startedMs = performance.now();
	const list = getMany(credential);
	const waits: number[] = [];
	let isOver = false;
	const polls = triggers.map(async (poll, index) => {
		await sleep((index * WINDOW_MS) / POLLS);
		while (!isOver) {
			const beganMs = performance.now();
			await poll();
			waits.push(performance.now() - beganMs);
			await sleep(Math.max(0, WINDOW_MS - (performance.now() - beganMs)));
		}
	});
	const rows = await list;
	const tookMs = performance.now() - startedMs;
	isOver = true;
	await Promise.all(polls);
	const { tooManyRequests } = await service.stats();
	// What the polls need, the list can't have.
	const load = { walks: 1, pagesEach: PAGES, latencyMs: LATENCY_MS, windowMs: WINDOW_MS };
	const ideal = idealMs({ ...load, limit: LIMIT - POLLS });
	const what = `A list of ${PAGES} pages beside ${POLLS} polls a minute`;
	return [
		checkBound(`${what}: time ÷ ideal`, tookMs / ideal, 1.05, `${rows} rows`),
		checkBound(`${what}: longest poll (s)`, Math.max(...waits) / 1000, 40, `${waits.length} polls`),
		checkBound(`${what}: 429 responses`, tooManyRequests, 0),
	];
}

/** Executions that need one request each, all at once. */
async function executionsAtOnce(service: BenchService): Promise<Result[]> {
	const credential = await newKey(service);
	const startedMs = performance.now();
	const one = { ...LIST, returnAll: false, limit: 1, simplify: false };
	const outputs = await Promise.all(
		Array.from(
			{ length: EXECUTIONS },
			async () => await runAction({ parameters: one, credential }),
		),
	);
	const tookMs = performance.now() - startedMs;
	const { tooManyRequests } = await service.stats();
	// The last ones need the third window.
	const ideal = 2 * WINDOW_MS;
	const what = `${EXECUTIONS} executions at once, a request each`;
	return [
		checkBound(`${what}: time ÷ ideal`, tookMs / ideal, 1.05, `${outputs.flat().length} items`),
		checkBound(`${what}: 429 responses`, tooManyRequests, 0),
	];
}

/** A trigger with a backlog, and a list of as many pages: together, they need four windows. */
async function backlogBesideList(service: BenchService): Promise<Result[]> {
	const credential = await newKey(service);
	const poll = trigger(credential, 'backlog', { options: { startFrom: '2000-01-01' } });
	await poll();
	const startedMs = performance.now();
	const listTookMs = getMany(credential).then(() => performance.now() - startedMs);
	const found: number[] = [];
	while (found.length < 4) {
		const beganMs = performance.now();
		found.push(await poll());
		await sleep(Math.max(0, WINDOW_MS - (performance.now() - beganMs)));
	}
	const tookMs = await listTookMs;
	const { tooManyRequests } = await service.stats();
	const sum = found.reduce((total, one) => total + one, 0);
	const what = `A list of ${PAGES} pages beside a backlog of as many`;
	return [
		checkBound(`${what}: polls without submissions`, found.filter((one) => one === 0).length, 0),
		checkBound(
			`${what}: minutes until the list ends`,
			tookMs / WINDOW_MS,
			5,
			`the polls returned ${sum} meanwhile`,
		),
		checkBound(`${what}: 429 responses`, tooManyRequests, 0),
	];
}

const LIST = { resource: 'submission', operation: 'getAll' };

async function getMany(credential: Credential): Promise<number> {
	const parameters = { ...LIST, returnAll: true, simplify: false };
	return (await runAction({ parameters, credential })).length;
}

/** A key with a rate limit of its own. */
async function newKey(service: BenchService): Promise<Credential> {
	return { baseUrl: service.url, apiKey: await service.addKey() };
}

/** A trigger that has been published: each call is a scheduled poll, and returns how much it found. */
function trigger(credential: Credential, nodeId: string, parameters: IDataObject = {}) {
	const context = pollContext({
		kind: 'formSubmissionsPollingTrigger',
		parameters: { simplify: false, ...parameters },
		credential,
		nodeId,
		workflowId: nodeId,
		staticData: {},
	});
	return async () =>
		(await new FormSubmissionsPollingTrigger().poll.call(context))?.[0]?.length ?? 0;
}
