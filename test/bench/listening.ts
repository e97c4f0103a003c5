/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';

import { Workflow, type IDataObject, type INodeExecutionData, type IRun } from 'n8n-workflow';

import { FormSubmissionsTrigger } from '../../nodes/FormSubmissions/FormSubmissionsTrigger.node.ts';
import { forgetAll } from '../../nodes/FormSubmissions/general/processMemory';
import { ring } from '../../nodes/FormSubmissions/trigger/listening/listen';
import { createEmulator, type EmulatorRequest } from '../emulator';
import { KEY, surroundings, triggerFunctions } from '../histories/world/triggerFunctions';
import { Watcher } from '../histories/world/watcher';
import type { Answering } from '../support/bridge';
import { connectEdge } from '../support/edge';
import type { Figure } from './figure';

const MINUTE_MS = 60_000;

/** How far the clock is moved at a time (milliseconds). */
const STEP_MS = 50;

/** Triggers of one key, of which the first ones hear so many deliveries a minute together. */
type Load = {
	perMinute: number;
	/** Whether the service delivers nothing. */
	isUnheard?: boolean;
	triggers?: number;
	busy?: number;
	runFor?: 'each' | 'together';
	/** How long a page of the list takes (milliseconds), from a service that then also has its rate limit. */
	pageMs?: number;
	/** How long it takes until nothing changes any more, and how long it is measured then. */
	settleMinutes?: number;
	minutes?: number;
};

/** What they may use: requests a minute, and percent of a processor; how many may take longer than three seconds. */
type Bounds = { requests: number; percent: number; laterPercent?: number };

const LOADS: Array<Load & Bounds> = [
	{ perMinute: 0, requests: 1, percent: 0.05 },
	{ perMinute: 1.5, requests: 2, percent: 0.05 },
	{ perMinute: 5, requests: 6, percent: 0.1 },
	{ perMinute: 60, requests: 75, percent: 0.5 },
	{ perMinute: 300, requests: 75, percent: 1 },
	{ perMinute: 600, runFor: 'together', requests: 75, percent: 1.5 },
	{ perMinute: 300, pageMs: 300, requests: 75, percent: 1 },
	{ perMinute: 600, runFor: 'together', pageMs: 300, requests: 75, percent: 1.5 },
	{ perMinute: 300, pageMs: 1_000, requests: 75, percent: 1 },
	{ perMinute: 300, pageMs: 2_500, requests: 75, percent: 1, laterPercent: 50 },
	// What polls of the list each minute took.
	{ perMinute: 60, isUnheard: true, requests: 1, percent: 0.5 },
	{ perMinute: 300, isUnheard: true, runFor: 'together', requests: 9, percent: 1 },
	{ perMinute: 690, isUnheard: true, runFor: 'together', requests: 18, percent: 1.5 },
	{ perMinute: 0, triggers: 60, settleMinutes: 12, requests: 8, percent: 0.1 },
	{ perMinute: 200, triggers: 60, busy: 20, settleMinutes: 12, requests: 60, percent: 1 },
	{ perMinute: 600, triggers: 60, busy: 60, settleMinutes: 12, requests: 60, percent: 2 },
	// Each reads its own list every fifty minutes.
	{ perMinute: 0, triggers: 1_000, settleMinutes: 30, minutes: 30, requests: 60, percent: 0.5 },
];

/** From deliveries to runs: the median (seconds), if pages take no time, and the percentage that takes longer than three. */
const MEDIAN_S = 1.3;
const LATER_PERCENT = 1;

/** What triggers that listen cost, and how soon they run, in virtual time and without HTTP. */
export async function measureListening(): Promise<Figure[]> {
	const figures: Figure[] = [];
	for (const { requests, percent, laterPercent = LATER_PERCENT, ...load } of LOADS) {
		const seen = await listenFor(load);
		const what = nameOf(load);
		figures.push(
			{ what: `${what}: requests a minute`, seen: seen.requests, atMost: requests },
			{ what: `${what}: percent of a processor`, seen: seen.percent, atMost: percent },
		);
		if (load.perMinute === 0) continue;
		if (load.isUnheard) {
			const atMost = load.perMinute < 300 ? 61 : 120;
			figures.push({ what: `${what}: longest seconds`, seen: seen.longestS, atMost });
			continue;
		}
		const mostS = MEDIAN_S + (load.pageMs ?? 0) / 1_000;
		figures.push(
			{ what: `${what}: median seconds`, seen: seen.medianS, atMost: mostS },
			{ what: `${what}: percent after three seconds`, seen: seen.later, atMost: laterPercent },
		);
		if (load.pageMs === undefined) continue;
		const longestS = load.pageMs > 1_000 ? 5 : 3;
		figures.push({ what: `${what}: longest seconds`, seen: seen.longestS, atMost: longestS });
	}
	return figures;
}

function nameOf({ perMinute, isUnheard, triggers = 1, busy = 1, runFor, pageMs }: Load): string {
	const deliveries = `${perMinute} ${isUnheard ? 'new ones, without deliveries,' : 'deliveries'} a minute`;
	const pages = pageMs === undefined ? '' : `, pages that take ${pageMs / 1_000} s`;
	if (triggers === 1) return `Listening, ${deliveries}${runFor ? ` (${runFor})` : ''}${pages}`;
	const name = `${triggers.toLocaleString('en')} triggers of a key`;
	return perMinute === 0 ? `${name}, no deliveries` : `${name}, ${deliveries} to ${busy} of them`;
}

/** Without what the emulator itself costs. */
async function listenFor({ triggers = 1, settleMinutes = 1, minutes = 20, ...load }: Load) {
	// The clock is set back each time, which what is remembered of the key would take for real.
	forgetAll();
	mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.UTC(2026, 2, 10, 12) });
	try {
		const service = startService(load);
		await service.publish(triggers);
		// The first ones are expensive, and read what was there before.
		await service.pass(settleMinutes);
		service.requests = service.ownMicroseconds = 0;
		const start = process.cpuUsage();
		await service.pass(minutes);
		const { user, system } = process.cpuUsage(start);
		const usedMs = (user + system - service.ownMicroseconds) / 1_000;
		const seen = {
			requests: service.requests / minutes,
			percent: (100 * usedMs) / (minutes * MINUTE_MS),
		};
		load.perMinute = 0;
		await service.pass(2);
		return { ...seen, ...service.promptness() };
	} finally {
		mock.timers.reset();
	}
}

const trigger = new FormSubmissionsTrigger();

type Listener = {
	workflowId: string;
	formId: string;
	runFor?: Load['runFor'];
	pageMs?: number;
	/** What a run was handed. */
	onRun: (items: INodeExecutionData[]) => void;
};

/** Publishes a workflow whose trigger listens; returns what ends it. n8n stores each run at once. */
export async function listen(
	service: Answering,
	{ workflowId, formId, runFor, pageMs = 0, onRun }: Listener,
): Promise<() => Promise<void>> {
	const options = { id: 'node', name: 'Trigger', formId, runFor };
	const watcher = new Watcher(options, new Map());
	const { nodeTypes } = surroundings.workflow;
	const nodes = [watcher.node()];
	const workflow = new Workflow({
		id: workflowId,
		nodes,
		connections: {},
		active: true,
		nodeTypes,
	});
	const save = () => {
		const { staticData } = workflow as unknown as { staticData: IDataObject };
		staticData.__dataChanged = false;
	};
	const context = triggerFunctions(workflow, watcher, 'activate', {
		emit: (data, _response, done) => {
			save();
			onRun(data.flat());
			done?.resolve({} as IRun);
		},
		saveFailedExecution: (error) => {
			throw error;
		},
	});
	let isOver = false;
	const edge = { apiKey: KEY, latencyMs: () => pageMs };
	const begun = trigger.trigger.call(connectEdge(context, service, edge));
	void begun.finally(() => (isOver = true));
	while (!isOver) await step();
	const { closeFunction } = (await begun) ?? {};
	save();
	return async () => await closeFunction?.();
}

/** A service, and triggers that listen to it, each for a form of its own. */
function startService(load: Omit<Load, 'triggers'>) {
	const limitPerWindow = load.pageMs === undefined ? 1_000_000 : undefined;
	const emulator = createEmulator({ limitPerWindow, keepRequests: false, now: () => Date.now() });
	emulator.addKey({ key: KEY });
	const forms: string[] = [];
	const deliveredMs = new Map<unknown, number>();
	const tookMs: number[] = [];
	const onRun = (items: INodeExecutionData[]) => {
		for (const { json } of items) tookMs.push(Date.now() - (deliveredMs.get(json.id) ?? NaN));
	};
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
			for (let index = 0; index < count; index++) {
				const formId = emulator.addForm().id;
				forms.push(formId);
				const { runFor, pageMs } = load;
				await listen(service, { workflowId: formId, formId, runFor, pageMs, onRun });
			}
		},
		/** So many submissions come a minute, each of which is delivered. */
		async pass(minutes: number): Promise<void> {
			const { perMinute, isUnheard = false, busy = 1 } = load;
			const steps = (minutes * MINUTE_MS) / STEP_MS;
			for (let done = 0; done < steps; done++) {
				const due = Math.floor((done + 1) * perMinute * (STEP_MS / MINUTE_MS));
				const before = Math.floor(done * perMinute * (STEP_MS / MINUTE_MS));
				for (let index = before; index < due; index++) {
					const formId = forms[index % busy] ?? '';
					const { id } = emulator.addSubmission({ formId, createdAt: Date.now() });
					deliveredMs.set(id, Date.now());
					if (!isUnheard) ring(submissionKeyOf(formId), id);
				}
				await step();
			}
		},
		/** Of all deliveries; throws if one hasn't run. */
		promptness() {
			const { length } = tookMs;
			if (length !== deliveredMs.size) throw new Error(`${length} of ${deliveredMs.size} have run`);
			tookMs.sort((one, other) => one - other);
			const later = tookMs.filter((ms) => ms > 3_000).length;
			const [medianS = 0, longestS = 0] = [length >> 1, length - 1].map(
				(index) => (tookMs[index] ?? 0) / 1_000,
			);
			return { medianS, longestS, later: (100 * later) / length };
		},
	};
	return service;
}

/** Each trigger's workflow has the ID of its form. */
const submissionKeyOf = (workflowId: string) => `${workflowId}\nnode`;

export async function step(ms = STEP_MS): Promise<void> {
	mock.timers.tick(ms);
	await turn();
}
