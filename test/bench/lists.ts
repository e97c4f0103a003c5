/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { setTimeout as sleep } from 'node:timers/promises';

import type { INodeExecutionData } from 'n8n-workflow';

import { FormSubmissionsPollingTrigger } from '../../nodes/FormSubmissions/FormSubmissionsPollingTrigger.node.ts';
import { createEmulator, type EmulatorOptions } from '../emulator';
import { idealMs } from '../support/ideal';
import { pollContext, runAction, type Credential } from '../support/n8n';
import type { Figure } from './figure';

const MINUTE_MS = 60_000;
const LATENCY_MS = 30;
const LIMIT = 120;
const POLLS = 20;
const EXECUTIONS = 300;
const IN_MEMORY = 100_000;

const LIST = { resource: 'submission', operation: 'getAll', simplify: false };
const ALL = { ...LIST, returnAll: true };

/** Lists under the service's rate limit, in real minutes, and the memory of a large one: eight minutes. */
export async function measureLists(): Promise<Figure[]> {
	return [
		await listAlone(130),
		...(await listBesidePolls(240)),
		...(await executionsAtOnce()),
		...(await memory()),
	];
}

async function withService<T>(
	submissions: number,
	use: (credential: Credential) => Promise<T>,
	options: EmulatorOptions = {},
): Promise<T> {
	const emulator = createEmulator({ keepRequests: false, ...options });
	emulator.addSubmissions(emulator.addForm().id, submissions, {
		data: (index) => ({ number: index }),
		from: Date.now() - submissions * MINUTE_MS,
		stepMs: MINUTE_MS,
	});
	const baseUrl = await emulator.listen({
		latencyMs: options.limitPerWindow === undefined ? LATENCY_MS : 0,
	});
	try {
		return await use({ baseUrl, apiKey: emulator.addKey() });
	} finally {
		await emulator.stop();
	}
}

/** What a client that knows everything needs, with some of the limit taken by polls. */
const ideal = (pagesEach: number, polls = 0) =>
	idealMs({
		walks: 1,
		pagesEach,
		latencyMs: LATENCY_MS,
		limit: LIMIT - polls,
		windowMs: MINUTE_MS,
	});

async function took(work: () => Promise<unknown>): Promise<number> {
	const startedMs = performance.now();
	await work();
	return performance.now() - startedMs;
}

async function listAlone(pages: number): Promise<Figure> {
	const ms = await withService(pages * 100, async (credential) =>
		took(async () => expectRows(pages * 100, await runAction({ parameters: ALL, credential }))),
	);
	return { what: `A list of ${pages * 100}: time ÷ ideal`, seen: ms / ideal(pages), atMost: 1.03 };
}

async function listBesidePolls(pages: number): Promise<Figure[]> {
	return await withService(pages * 100, async (credential) => {
		const triggers = Array.from({ length: POLLS }, (_, index) => published(credential, index));
		// The poll that n8n runs itself, and a scheduled one that may still read what was there before.
		for (const poll of [...triggers, ...triggers]) await poll();
		await sleep(MINUTE_MS);
		let isOver = false;
		const waits: number[] = [];
		const polls = triggers.map(async (poll, index) => {
			await sleep((index * MINUTE_MS) / POLLS);
			while (!isOver) {
				const ms = await took(poll);
				waits.push(ms);
				await sleep(Math.max(0, MINUTE_MS - ms));
			}
		});
		const ms = await took(async () =>
			expectRows(pages * 100, await runAction({ parameters: ALL, credential })),
		);
		isOver = true;
		await Promise.all(polls);
		const what = `A list of ${pages * 100} beside ${POLLS} polls a minute`;
		return [
			{ what: `${what}: time ÷ ideal`, seen: ms / ideal(pages, POLLS), atMost: 1.05 },
			{
				what: `${what}: seconds that a poll took at most`,
				seen: Math.max(...waits) / 1000,
				atMost: 10,
			},
		];
	});
}

async function executionsAtOnce(): Promise<Figure[]> {
	return await withService(1, async (credential) => {
		const parameters = { ...LIST, returnAll: false, limit: 1 };
		let succeeded = 0;
		const ms = await took(async () => {
			const runs = Array.from({ length: EXECUTIONS }, () => runAction({ parameters, credential }));
			const ends = await Promise.allSettled(runs);
			succeeded = ends.filter(({ status }) => status === 'fulfilled').length;
		});
		const what = `${EXECUTIONS} executions at once`;
		return [
			{ what: `${what}: failed`, seen: EXECUTIONS - succeeded, atMost: 0 },
			// The last ones need the third minute.
			{ what: `${what}: time ÷ ideal`, seen: ms / (2 * MINUTE_MS), atMost: 1.05 },
		];
	});
}

/** The heap in use beyond what was before, at most while a list is read. */
async function memory(): Promise<Figure[]> {
	const free = { limitPerWindow: 1_000_000 };
	return await withService(
		IN_MEMORY,
		async (credential) => {
			const count = { resource: 'submission', operation: 'count' };
			// The emulator's own memory grows once.
			await runAction({ parameters: count, credential });
			const counted = await peakMb(async () => await runAction({ parameters: count, credential }));
			const listed = await peakMb(async () => await runAction({ parameters: ALL, credential }));
			return [
				{ what: `Count of ${IN_MEMORY}: MB`, seen: counted, atMost: 10 },
				{ what: `Get Many of ${IN_MEMORY} small ones: MB`, seen: listed },
			];
		},
		free,
	);
}

async function peakMb(work: () => Promise<unknown>): Promise<number> {
	const used = () => {
		global.gc?.();
		return process.memoryUsage().heapUsed;
	};
	const before = used();
	let peak = 0;
	const sampling = setInterval(() => (peak = Math.max(peak, used() - before)), 250);
	const kept = await work();
	clearInterval(sampling);
	peak = Math.max(peak, used() - before);
	if (kept === undefined) throw new Error('Nothing was read');
	return peak / 2 ** 20;
}

function expectRows(count: number, items: INodeExecutionData[]): void {
	if (items.length !== count) throw new Error(`${items.length} rows, not ${count}`);
}

/** A trigger that has been published: each call is a poll. */
function published(credential: Credential, index: number): () => Promise<unknown> {
	const nodeId = `poll ${index}`;
	const context = pollContext({
		kind: 'formSubmissionsPollingTrigger',
		parameters: { simplify: false },
		credential,
		nodeId,
		workflowId: nodeId,
		staticData: {},
	});
	return async () => await new FormSubmissionsPollingTrigger().poll.call(context);
}
