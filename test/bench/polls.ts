/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { setImmediate as turn } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import { FormSubmissionsPollingTrigger } from '../../nodes/FormSubmissions/FormSubmissionsPollingTrigger.node.ts';
import { createEmulator, type Answer, type EmulatorRequest } from '../emulator';
import { connectEdge } from '../support/edge';
import { pollContext } from '../support/n8n';
import type { Figure } from './figure';

const MINUTE_MS = 60_000;
/** New submissions a minute, and the requests that a poll may take: the last is a million a day. */
const LOADS = [
	{ perMinute: 0, requests: 1 },
	{ perMinute: 60, requests: 3 },
	{ perMinute: 694, requests: 25 },
];

/** What polls cost, in virtual time and without HTTP. */
export async function measurePolls(): Promise<Figure[]> {
	const realNow = Date.now;
	try {
		const figures: Figure[] = [];
		for (const { perMinute, requests } of LOADS) {
			const { requestsEach, mostRequests, storedBytes } = await pollEachMinute(perMinute, 40);
			const what = `${perMinute} new submissions a minute`;
			figures.push(
				{ what: `${what}: requests a poll`, seen: requestsEach, atMost: requests },
				{ what: `${what}: requests of a poll that looks for late ones`, seen: mostRequests },
				{ what: `${what}: bytes stored`, seen: storedBytes, atMost: 500_000 },
			);
		}
		const ratio = (await cpuEach(5_000)) / (await cpuEach(1_000));
		const what = 'A poll of 5,000 ÷ one of 1,000: CPU for each submission';
		figures.push({ what, seen: ratio, atMost: 1.4 });
		return figures;
	} finally {
		Date.now = realNow;
	}
}

async function pollEachMinute(perMinute: number, minutes: number) {
	const service = startService();
	service.submit(Math.max(20, perMinute * 20));
	const { poll, staticData } = service.publish('steady');
	await poll();
	await poll();
	let storedBytes = 0;
	let mostRequests = 0;
	// The first ones may still read what was there before.
	for (let minute = -10; minute < minutes; minute++) {
		if (minute === 0) service.requests = 0;
		service.submit(perMinute);
		const before = service.requests;
		expectFound(perMinute, await poll());
		if (minute >= 0) mostRequests = Math.max(mostRequests, service.requests - before);
		storedBytes = Math.max(storedBytes, JSON.stringify(staticData).length);
	}
	return { requestsEach: service.requests / minutes, mostRequests, storedBytes };
}

/** The median CPU time for each submission (milliseconds), of polls by triggers that start alike. */
async function cpuEach(count: number): Promise<number> {
	const service = startService();
	service.submit(100);
	const triggers = Array.from({ length: 6 }, (_, index) => service.publish(`growth ${index}`));
	for (const { poll } of triggers) {
		await poll();
		await poll();
	}
	service.submit(count);
	const times: number[] = [];
	for (const { poll } of triggers) {
		const start = process.cpuUsage();
		expectFound(count, await poll());
		const { user, system } = process.cpuUsage(start);
		times.push((user + system) / 1000 / count);
	}
	// The first one also pays for the emulator's responses, which are then ready.
	return times.slice(1).sort((a, b) => a - b)[2] ?? NaN;
}

function expectFound(count: number, found: number): void {
	if (found !== count) throw new Error(`A poll returned ${found} of ${count} submissions`);
}

const trigger = new FormSubmissionsPollingTrigger();

/** A service without a rate limit, whose clock is also the one of this process. */
function startService() {
	let nowMs = Date.UTC(2026, 2, 10, 12);
	Date.now = () => nowMs;
	const limitPerWindow = 1_000_000;
	const emulator = createEmulator({ limitPerWindow, keepRequests: false, now: () => nowMs });
	const apiKey = emulator.addKey();
	const formId = emulator.addForm().id;
	const ready = new Map<string, Answer>();
	const handle = (request: EmulatorRequest): Answer => {
		service.requests++;
		const answer = ready.get(request.url) ?? emulator.handle(request);
		ready.set(request.url, answer);
		return answer;
	};
	const service = {
		requests: 0,
		/** Lets time pass in which so many are submitted. */
		submit(count: number, overMs = MINUTE_MS): void {
			const from = nowMs;
			nowMs += overMs;
			ready.clear();
			if (count > 0) emulator.addSubmissions(formId, count, { from, stepMs: overMs / count });
		},
		publish(nodeId: string) {
			const kind = 'formSubmissionsPollingTrigger' as const;
			const staticData: IDataObject = {};
			const parameters = { formId: { __rl: true, mode: 'list', value: formId } };
			const setup = { kind, parameters, staticData, credential: { apiKey } };
			const context = pollContext({ ...setup, nodeId, workflowId: nodeId });
			const elapse = async () => await turn();
			connectEdge(context, { handle }, { apiKey, latencyMs: () => 1, elapse });
			const poll = async () => {
				const items = await trigger.poll.call(context);
				// n8n saves it with what the poll returned.
				context.workflow.staticData.__dataChanged = false;
				return items?.[0]?.length ?? 0;
			};
			return { staticData, poll };
		},
	};
	return service;
}
