/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';

import { Workflow } from 'n8n-workflow';

import { FormSubmissionsTrigger } from '../../nodes/FormSubmissions/FormSubmissionsTrigger.node.ts';
import { ring } from '../../nodes/FormSubmissions/webhook/listening/listen';
import { notePublishing } from '../../nodes/FormSubmissions/webhook/destination/publishingProgress';
import { createEmulator, type EmulatorRequest } from '../emulator';
import { KEY, surroundings, triggerFunctions } from '../histories/world/pollFunctions';
import { Watcher } from '../histories/world/watcher';
import { connectEdge } from '../support/edge';
import type { Figure } from './figure';

const MINUTE_MS = 60_000;

/** How far the clock is moved at a time (milliseconds). */
const STEP_MS = 50;

/** Deliveries a minute, and the requests and the percentage of a processor that a trigger may use. */
const LOADS = [
	{ perMinute: 0, requests: 1, percent: 0.05 },
	{ perMinute: 1.5, requests: 2, percent: 0.05 },
	{ perMinute: 5, requests: 6, percent: 0.1 },
	{ perMinute: 60, requests: 35, percent: 0.5 },
	{ perMinute: 300, requests: 40, percent: 1 },
	{ perMinute: 600, requests: 40, percent: 1 },
];

/** What triggers that listen cost, in virtual time and without HTTP. */
export async function measureListening(): Promise<Figure[]> {
	const figures: Figure[] = [];
	for (const { perMinute, requests, percent } of LOADS) {
		const seen = await listenFor(20, { perMinute, triggers: 1 });
		const what = `Listening, ${perMinute} deliveries a minute`;
		figures.push(
			{ what: `${what}: requests a minute`, seen: seen.requests, atMost: requests },
			{ what: `${what}: percent of a processor`, seen: seen.percent, atMost: percent },
		);
	}
	const { percent } = await listenFor(2, { perMinute: 0, triggers: 1_000 });
	const what = '1,000 triggers that listen and hear nothing: percent of a processor';
	return [...figures, { what, seen: percent, atMost: 1 }];
}

/** Without what the emulator itself costs. */
async function listenFor(minutes: number, load: { perMinute: number; triggers: number }) {
	mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.UTC(2026, 2, 10, 12) });
	try {
		const service = startService();
		await service.publish(load.triggers);
		// The first ones are expensive, and read what was there before.
		await service.pass(1, load.perMinute);
		service.requests = service.ownMicroseconds = 0;
		const start = process.cpuUsage();
		await service.pass(minutes, load.perMinute);
		const { user, system } = process.cpuUsage(start);
		const usedMs = (user + system - service.ownMicroseconds) / 1_000;
		const seen = {
			requests: service.requests / minutes,
			percent: (100 * usedMs) / (minutes * MINUTE_MS),
		};
		await service.pass(1, 0);
		service.expectAll();
		return seen;
	} finally {
		mock.timers.reset();
	}
}

const trigger = new FormSubmissionsTrigger();

/** A service without a rate limit, and triggers that listen to it. */
function startService() {
	const limitPerWindow = 1_000_000;
	const emulator = createEmulator({ limitPerWindow, keepRequests: false, now: () => Date.now() });
	emulator.addKey({ key: KEY });
	const formId = emulator.addForm().id;
	const workflows: string[] = [];
	let submitted = 0;
	let ran = 0;
	const service = {
		requests: 0,
		ownMicroseconds: 0,
		handle(request: EmulatorRequest) {
			service.requests++;
			const start = process.cpuUsage();
			const answer = emulator.handle(request);
			const { user, system } = process.cpuUsage(start);
			service.ownMicroseconds += user + system;
			return answer;
		},
		async publish(count: number): Promise<void> {
			const watcher = new Watcher(
				{ id: 'node', name: 'Trigger', formId, listens: true },
				new Map(),
			);
			for (let index = 0; index < count; index++) {
				const id = `workflow${index}`;
				workflows.push(id);
				const { nodeTypes } = surroundings.workflow;
				const nodes = [watcher.node()];
				const workflow = new Workflow({ id, nodes, connections: {}, active: true, nodeTypes });
				const context = triggerFunctions(workflow, watcher, 'activate', {
					emit: (data) => void (ran += data.flat().length),
					saveFailedExecution: (error) => {
						throw error;
					},
				});
				notePublishing(`${id}\nnode`, 'done');
				let isOver = false;
				const edge = { apiKey: KEY };
				const begun = trigger.trigger.call(connectEdge(context, service, edge));
				void begun.finally(() => (isOver = true));
				while (!isOver) await step();
				await begun;
			}
		},
		/** So many submissions come a minute, each of which is delivered to every trigger. */
		async pass(minutes: number, perMinute: number): Promise<void> {
			const steps = (minutes * MINUTE_MS) / STEP_MS;
			for (let done = 0; done < steps; done++) {
				const due = Math.floor((done + 1) * perMinute * (STEP_MS / MINUTE_MS));
				const before = Math.floor(done * perMinute * (STEP_MS / MINUTE_MS));
				for (let index = before; index < due; index++) {
					const { id: submissionId } = emulator.addSubmission({ formId, createdAt: Date.now() });
					submitted++;
					for (const id of workflows) ring(`${id}\nnode`, submissionId);
				}
				await step();
			}
		},
		expectAll(): void {
			if (ran !== submitted * workflows.length) throw new Error(`${ran} of ${submitted} have run`);
		},
	};
	return service;
}

async function step(): Promise<void> {
	mock.timers.tick(STEP_MS);
	await turn();
}
