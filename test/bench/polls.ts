/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { setImmediate as turn } from 'node:timers/promises';

import { sleep, type IDataObject } from 'n8n-workflow';

import { FormSubmissionsPollingTrigger } from '../../nodes/FormSubmissions/FormSubmissionsPollingTrigger.node.ts';
import { FormSubmissionsTrigger } from '../../nodes/FormSubmissions/FormSubmissionsTrigger.node.ts';
import { ringDoorbell, turnOffDoorbell } from '../../nodes/FormSubmissions/state/doorbell.ts';
import { nodeKeyOf } from '../../nodes/FormSubmissions/state/nodeStates.ts';
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

/**
 * Deliveries a minute, and the requests that a trigger that waits for them may make in an hour: one when it
 * begins to wait, one for each ring, and one for each look for late submissions.
 */
const RUNG = [
	{ perMinute: 0, requests: 60 },
	{ perMinute: 1, requests: 126 },
	{ perMinute: 60, requests: 180 },
];

/** What polls cost, in virtual time and without HTTP. */
export async function measurePolls(): Promise<Figure[]> {
	const realNow = Date.now;
	try {
		const figures: Figure[] = [];
		for (const { perMinute, requests } of LOADS) {
			const { requestsEach, storedBytes } = await pollEachMinute(perMinute, 40);
			const what = `${perMinute} new submissions a minute`;
			figures.push(
				{ what: `${what}: requests a poll`, seen: requestsEach, atMost: requests },
				{ what: `${what}: bytes stored`, seen: storedBytes, atMost: 500_000 },
			);
		}
		const ratio = (await cpuEach(40_000)) / (await cpuEach(5_000));
		const what = 'A poll of 40,000 ÷ one of 5,000: CPU for each submission';
		figures.push({ what, seen: ratio, atMost: 1.4 });
		for (const { perMinute, requests } of RUNG) {
			const seen = await requestsAnHour(perMinute);
			const waiting = `Waiting for deliveries, ${perMinute} a minute: requests an hour`;
			figures.push({ what: waiting, seen, atMost: requests });
		}
		return [...figures, await cpuOfWaiting(1_000)];
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
	// The first ones may still read what was there before.
	for (let minute = -10; minute < minutes; minute++) {
		if (minute === 0) service.requests = 0;
		service.submit(perMinute);
		expectFound(perMinute, await poll());
		storedBytes = Math.max(storedBytes, JSON.stringify(staticData).length);
	}
	return { requestsEach: service.requests / minutes, storedBytes };
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

/** The submissions come after the poll of their minute has begun to wait, and are delivered. */
async function requestsAnHour(perMinute: number): Promise<number> {
	const service = startService();
	service.submit(100);
	const { poll, ring, turnOff } = service.publish(`rung ${perMinute}`, 'formSubmissionsTrigger');
	await poll();
	service.requests = 0;
	let found = 0;
	for (let minute = 0; minute < 60; minute++) {
		const polled = poll();
		// It reads the list, then it waits.
		for (let turns = 0; turns < 20; turns++) await turn();
		service.submit(perMinute, MINUTE_MS / 2);
		if (perMinute > 0) ring();
		// Real time doesn't pass, so that the waiting has to be ended.
		else turnOff();
		found += await polled;
		service.submit(0, MINUTE_MS / 2);
	}
	expectFound(60 * perMinute, found);
	return service.requests;
}

/** How much of a processor so many triggers take that wait (percent). */
async function cpuOfWaiting(count: number): Promise<Figure> {
	const service = startService();
	service.submit(100);
	for (let index = 0; index < count; index++) {
		const { poll } = service.publish(`waiting ${index}`, 'formSubmissionsTrigger');
		await poll();
		void poll();
	}
	const seconds = 10;
	const start = process.cpuUsage();
	await sleep(seconds * 1_000);
	const { user, system } = process.cpuUsage(start);
	const seen = (user + system) / (10_000 * seconds);
	return { what: `${count} triggers that wait: percent of a processor`, seen, atMost: 1 };
}

function expectFound(count: number, found: number): void {
	if (found !== count) throw new Error(`A poll returned ${found} of ${count} submissions`);
}

const NODES = {
	formSubmissionsPollingTrigger: new FormSubmissionsPollingTrigger(),
	formSubmissionsTrigger: new FormSubmissionsTrigger(),
};

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
		publish(nodeId: string, kind: keyof typeof NODES = 'formSubmissionsPollingTrigger') {
			const staticData: IDataObject = {};
			const parameters = { formId: { __rl: true, mode: 'list', value: formId } };
			const setup = { kind, parameters, staticData, credential: { apiKey } };
			const context = pollContext({ ...setup, nodeId, workflowId: nodeId });
			const elapse = async () => await turn();
			connectEdge(context, { handle }, { apiKey, latencyMs: () => 1, elapse });
			const poll = async () => {
				const items = await NODES[kind].poll.call(context);
				return items?.[0]?.length ?? 0;
			};
			const ring = () => ringDoorbell(nodeKeyOf(context));
			const turnOff = () => turnOffDoorbell(nodeKeyOf(context));
			return { staticData, poll, ring, turnOff };
		},
	};
	return service;
}
