/* eslint-disable @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { PollContext } from 'n8n-core';
import { setImmediate as turn } from 'node:timers/promises';

import { createEmulator } from '../../emulator';
import { FormSubmissionsPollingTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsPollingTrigger.node.ts';
import { connectEdge } from '../../support/edge';
import { pollContext } from '../../support/n8n';
import { cpuMs } from '../cpu';
import { heapDuring, megabytes } from '../heap';
import { checkBound, type Result } from '../result';

const MINUTE_MS = 60_000;

/** A million submissions a day. */
const BUSIEST = 694;

/** Measures what polls cost, in virtual time and without HTTP. */
export async function measurePolls(): Promise<Result[]> {
	const realNow = Date.now;
	try {
		const quiet = await pollEachMinute({ perMinute: 0, minutes: 30 });
		const usual = await pollEachMinute({ perMinute: 60, minutes: 60 });
		const busiest = await pollEachMinute({ perMinute: BUSIEST, minutes: 40 });
		const name = (perMinute: number) => `Polls with ${perMinute} new submissions a minute`;
		return [
			checkBound(`${name(0)}: requests a poll`, quiet.requestsEach, 1),
			checkBound(`${name(60)}: requests a poll`, usual.requestsEach, 3),
			checkBound(`${name(BUSIEST)}: requests a poll`, busiest.requestsEach, 25),
			checkBound(`${name(BUSIEST)}: bytes stored`, busiest.storedBytes, 512 * 1024 - 1),
			await growth(),
			await memory(),
		];
	} finally {
		Date.now = realNow;
	}
}

/** What a poll of 40,000 takes for each submission, compared with one of 5,000. */
async function growth(): Promise<Result> {
	const [few, many] = [5_000, 40_000];
	const each = async (count: number) => (await pollCpuMs(count)) / count;
	const fewMs = await each(few);
	const manyMs = await each(many);
	return checkBound(
		'A poll of 40,000 ÷ one of 5,000: CPU for each submission',
		manyMs / fewMs,
		1.4,
		`${(1000 * manyMs).toFixed(1)} µs and ${(1000 * fewMs).toFixed(1)} µs`,
	);
}

/** What a poll of 40,000 needs at most, compared with what it returns. */
async function memory(): Promise<Result> {
	const count = 40_000;
	const service = startService();
	service.submit(100);
	const [first, second] = ['first', 'second'].map((name) => service.publish(`memory ${name}`));
	for (const trigger of [first, second]) await trigger?.start();
	service.submit(count);
	// The first one also pays for the emulator's responses, which are then ready.
	await first?.poll();
	const { output, peak, kept } = await heapDuring(async () => await second?.items());
	if (output?.length !== count) throw new Error(`A poll returned ${output?.length} of ${count}`);
	return checkBound(
		'A poll of 40,000: peak memory ÷ what it returns',
		Math.max(peak, kept) / kept,
		3,
		megabytes(kept),
	);
}

/** The median CPU time of polls that find so many submissions, by triggers that start alike. */
async function pollCpuMs(count: number): Promise<number> {
	const service = startService();
	service.submit(100);
	const triggers = Array.from({ length: 6 }, (_, index) => service.publish(`growth ${index}`));
	for (const trigger of triggers) await trigger.start();
	service.submit(count);
	const times: number[] = [];
	for (const { poll } of triggers) {
		let found = 0;
		times.push(await cpuMs(async () => (found = await poll())));
		if (found !== count) throw new Error(`A poll returned ${found} of ${count} submissions`);
	}
	// The first one also pays for the emulator's responses, which are then ready.
	return times.slice(1).sort((a, b) => a - b)[2] ?? NaN;
}

async function pollEachMinute({ perMinute, minutes }: { perMinute: number; minutes: number }) {
	const service = startService();
	service.submit(Math.max(20, perMinute * 20));
	const trigger = service.publish(`${perMinute} a minute`);
	await trigger.start();
	// The first ones may still read what was there before.
	const settling = 10;
	let storedBytes = 0;
	for (let minute = -settling; minute < minutes; minute++) {
		if (minute === 0) service.requests = 0;
		service.submit(perMinute);
		const found = await trigger.poll();
		if (found !== perMinute) throw new Error(`A poll returned ${found} of ${perMinute}`);
		storedBytes = Math.max(storedBytes, JSON.stringify(trigger.staticData).length);
	}
	return { requestsEach: service.requests / minutes, storedBytes };
}

/** A service without a rate limit, whose clock is also the one of this process. */
function startService() {
	let nowMs = Date.UTC(2026, 2, 10, 12);
	Date.now = () => nowMs;
	const emulator = createEmulator({ rateLimited: false, keepRequests: false, now: () => nowMs });
	const apiKey = emulator.addKey();
	const formId = emulator.addForm().id;
	const ready = new Map<string, ReturnType<typeof emulator.handle>>();
	const service = {
		requests: 0,
		/** Lets a minute pass in which so many are submitted. */
		submit(count: number): void {
			const stepMs = MINUTE_MS / Math.max(1, count);
			const from = nowMs;
			nowMs += MINUTE_MS;
			ready.clear();
			if (count > 0) emulator.addSubmissions(formId, count, { from, stepMs });
		},
		publish(nodeId: string) {
			const staticData: IDataObject = {};
			const setup = { kind: 'formSubmissionsPollingTrigger' as const, parameters: {}, staticData };
			const credential = { apiKey };
			const context = pollContext({ ...setup, credential, nodeId, workflowId: nodeId });
			connectEdge(
				context,
				{ handle },
				{ apiKey, latencyMs: () => 1, elapse: async () => await turn() },
			);
			const items = async () => await pollOnce(context);
			const poll = async () => (await items()).length;
			return {
				staticData,
				items,
				/** How many items it returned. */
				poll,
				/** The poll that n8n runs itself, and a scheduled one. */
				async start(): Promise<void> {
					await poll();
					await poll();
				},
			};
		},
	};
	function handle(request: Parameters<typeof emulator.handle>[0]) {
		service.requests++;
		const key = `${request.method} ${request.url}`;
		const answer = ready.get(key) ?? emulator.handle(request);
		ready.set(key, answer);
		return answer;
	}
	return service;
}

async function pollOnce(context: PollContext): Promise<INodeExecutionData[]> {
	const items = await new FormSubmissionsPollingTrigger().poll.call(context);
	return items?.[0] ?? [];
}
