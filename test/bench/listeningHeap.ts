/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { mock } from 'node:test';

import { ring } from '../../nodes/FormSubmissions/trigger/listening/listen';
import { createEmulator, type Emulator, type EmulatorRequest } from '../emulator';
import { KEY } from '../histories/world/triggerFunctions';
import type { Figure } from './figure';
import { listen, step } from './listening';

const MINUTE_MS = 60_000;

const TRIGGERS = 20;

/** For each trigger. */
const DELIVERIES_A_MINUTE = 10;

/** How far the clock is moved at a time (milliseconds). */
const STEP_MS = 300;

/** Submissions older than this are of no interest to any trigger (milliseconds). */
const KEPT_MS = 30 * MINUTE_MS;

/** Whether what triggers of one key hold in memory grows, in virtual time and without HTTP. */
export async function measureListeningHeap(): Promise<Figure[]> {
	mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.UTC(2026, 2, 10, 12) });
	try {
		const service = startService();
		const ends: Array<() => Promise<void>> = [];
		const heapBefore = heapUsed();
		for (const { workflowId, formId } of service.watched) {
			ends.push(await listen(service, { workflowId, formId, onRun: service.noteRuns }));
		}
		await service.passHour();
		const afterOneHour = heapUsed();
		for (let hour = 1; hour < 4; hour++) await service.passHour();
		const afterFourHours = heapUsed();
		for (let hour = 4; hour < 24; hour++) await service.passHour();
		const afterDay = heapUsed();
		service.expectAll();
		for (const end of ends) await end();
		for (let passedMs = 0; passedMs < MINUTE_MS; passedMs += STEP_MS) await step(STEP_MS);
		// The service's own memory isn't what is measured.
		service.forgetBefore(Infinity);
		const what = `${TRIGGERS} triggers, ${DELIVERIES_A_MINUTE} deliveries a minute each`;
		return [
			{
				what: `${what}: heap after 4 h ÷ after 1 h`,
				seen: afterFourHours / afterOneHour,
				atMost: 1.08,
			},
			{ what: `${what}: heap after 24 h ÷ after 1 h`, seen: afterDay / afterOneHour, atMost: 1.05 },
			{
				what: `${what}: MB left once they are closed`,
				seen: (heapUsed() - heapBefore) / 2 ** 20,
				atMost: 5,
			},
		];
	} finally {
		mock.timers.reset();
	}
}

function heapUsed(): number {
	global.gc?.();
	return process.memoryUsage().heapUsed;
}

/** A service without a rate limit, which forgets what is old: its own memory must not grow. */
function startService() {
	const watched = Array.from({ length: TRIGGERS }, (_, index) => ({
		workflowId: `workflow${index}`,
		formId: `frm_${index}`,
	}));
	let recent: Array<{ id: string; formId: string; createdAt: number }> = [];
	let emulator = startEmulator();
	let submitted = 0;
	let ran = 0;

	function startEmulator(): Emulator {
		const limitPerWindow = 1_000_000;
		const started = createEmulator({ limitPerWindow, keepRequests: false, now: () => Date.now() });
		started.addKey({ key: KEY });
		for (const { formId } of watched) started.addForm({ id: formId });
		for (const one of recent) started.addSubmission(one);
		return started;
	}

	function submit(): void {
		const { workflowId, formId } = watched[submitted % watched.length] ?? {
			workflowId: '',
			formId: '',
		};
		const submission = { id: `sub_${submitted}`, formId, createdAt: Date.now() };
		submitted++;
		recent.push(submission);
		emulator.addSubmission(submission);
		ring(`${workflowId}\nnode`, submission.id);
	}

	const service = {
		watched,
		handle: (request: EmulatorRequest) => emulator.handle(request),
		noteRuns: (items: unknown[]) => void (ran += items.length),
		async passHour(): Promise<void> {
			const everyMs = MINUTE_MS / (TRIGGERS * DELIVERIES_A_MINUTE);
			for (let passedMs = 0; passedMs < 60 * MINUTE_MS; passedMs += STEP_MS) {
				if (passedMs % everyMs === 0) submit();
				await step(STEP_MS);
			}
			service.forgetBefore(Date.now() - KEPT_MS);
		},
		/** What was submitted before is no longer in memory (Unix milliseconds). */
		forgetBefore(ms: number): void {
			recent = recent.filter(({ createdAt }) => createdAt > ms);
			emulator = startEmulator();
		},
		expectAll(): void {
			// The last one may still be on its way.
			if (ran < submitted - 5) throw new Error(`${ran} of ${submitted} have run`);
		},
	};
	return service;
}
