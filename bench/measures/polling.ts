/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { createEmulator, type Emulator } from '../../emulator';
import { forgetBudgets } from '../../nodes/FormSubmissions/api/transport/budget';
import { poll } from '../../nodes/FormSubmissions/polling/poll';
import { forgetStates } from '../../nodes/FormSubmissions/state/nodeStates';
import { connectEdge } from '../../test/support/edge';
import { pollContext } from '../../test/support/n8n';
import { bounded, type Result } from '../result';
import { inVirtualTime } from '../virtualTime';

const MINUTE_MS = 60_000;
const EXISTING = 100_000;
/** Two hours: 15 full walks for submissions that became visible late. */
const POLLS = 120;
/** One in this many submissions becomes visible late, by up to the longest time the service may take. */
const LATE_EVERY = 50;
const LATE_MS = [1_000, MINUTE_MS, 5 * MINUTE_MS, 9.5 * MINUTE_MS];
/** After this many more polls, the last late submission is visible and has been checked for. */
const SETTLING_POLLS = 20;
/** How long the node caches form names. */
const NAMES_KEPT_MINUTES = 10;
/** How much of n8n's static data a trigger's state may take (bytes). */
const MOST_STATE = 512_000;

/** Measures, in virtual time, the requests that polls make and the size of the trigger's state. */
export async function measurePolling(): Promise<Result[]> {
	const results: Result[] = [];
	for (const watched of ['one form', 'every form'] as const) {
		for (const fresh of [0, 1, 99, 100, 101, 10_000]) {
			results.push(await inVirtualTime(1, async () => await onePoll(watched, fresh)));
		}
	}
	results.push(await inVirtualTime(1, namesOfForms));
	for (const [perMinute, most] of [
		[60, 3],
		[694, 25],
	] as const) {
		results.push(...(await inVirtualTime(1, async () => await steadily(perMinute, most))));
	}
	return results;
}

/** One form from the list, whose name n8n knows, or all forms, whose names the service must provide. */
type Watched = 'one form' | 'every form';

/**
 * Measures a poll that finds `fresh` new submissions among 100,000. When it polls every form, the
 * form names are already cached, as they are for ten minutes; their cost has its own line.
 */
async function onePoll(watched: Watched, fresh: number): Promise<Result> {
	const { emulator, formId, pollOnce } = startTrigger(watched);
	emulator.addSubmissions(formId, EXISTING, { stepMs: 1_000 });
	await pollOnce();
	// This poll makes no full walk: the first one just has.
	await pollOnce();
	if (watched === 'every form') {
		emulator.addSubmissions(formId, 1, { stepMs: 1_000 });
		await pollOnce();
	}
	emulator.addSubmissions(formId, fresh, { stepMs: 1_000 });
	const { items, requests, stateBytes } = await pollOnce();
	return bounded(
		`Poll of ${watched}, ${fresh} new among 100,000: requests`,
		requests,
		// The walk reads the new submissions and ten known ones after them.
		Math.ceil((fresh + 10) / 100),
		`${items.length} returned, state ${kilobytes(stateBytes)}`,
	);
}

/** Measures the cost of `formName` for every form: ten minutes of polls that each find something new. */
async function namesOfForms(): Promise<Result> {
	const { emulator, formId, pollOnce } = startTrigger('every form');
	let names = 0;
	let requests = 0;
	await pollOnce();
	for (let minute = 0; minute < NAMES_KEPT_MINUTES; minute++) {
		emulator.addSubmission({ formId, createdAt: Date.now() });
		const seen = await pollOnce();
		names += seen.names;
		requests += seen.requests;
		await pass(MINUTE_MS);
	}
	return bounded(
		'Ten polls of every form in ten minutes, 1 new each: requests for the names of the forms',
		names,
		1,
		`of ${requests} requests in all; it comes on top of what the first of these polls needs otherwise`,
	);
}

/** Polls once a minute while `perMinute` submissions arrive, some of them visible late. */
async function steadily(perMinute: number, mostRequests: number): Promise<Result[]> {
	const { emulator, formId, pollOnce } = startTrigger('every form');
	emulator.addSubmissions(formId, 1_000);
	const returned = new Map<string, number>();
	const arrived: string[] = [];
	let requests = 0;
	let mostBytes = 0;
	await pollOnce();
	for (let minute = 0; minute < POLLS + SETTLING_POLLS; minute++) {
		if (minute < POLLS) arrived.push(...arrive(emulator, formId, arrived.length, perMinute));
		await pass(MINUTE_MS);
		const seen = await pollOnce();
		for (const { json } of seen.items) {
			returned.set(String(json.id), (returned.get(String(json.id)) ?? 0) + 1);
		}
		mostBytes = Math.max(mostBytes, seen.stateBytes);
		if (minute < POLLS) requests += seen.requests;
	}
	const wrong = arrived.filter((id) => returned.get(id) !== 1).length;
	const what = `Polls at a steady ${perMinute} a minute`;
	const late = Math.floor(arrived.length / LATE_EVERY);
	return [
		bounded(`${what}: requests each, on average`, requests / POLLS, mostRequests),
		bounded(`${what}: missing or twice`, wrong, 0, `${arrived.length}, ${late} of them late`),
		bounded(`${what}: state ÷ 512 kB`, mostBytes / MOST_STATE, 1, kilobytes(mostBytes)),
	];
}

/** Adds submissions over the minute that starts now; `before` is how many arrived earlier. */
function arrive(emulator: Emulator, formId: string, before: number, count: number): string[] {
	const startMs = Date.now();
	return Array.from({ length: count }, (_, index) => {
		const createdAt = startMs + Math.floor((index * MINUTE_MS) / count);
		const lateMs = latenessMs(before + index);
		return emulator.addSubmission({
			formId,
			createdAt,
			visibleFrom: createdAt + lateMs,
			data: { number: before + index },
		}).id;
	});
}

function latenessMs(number: number): number {
	if (number % LATE_EVERY !== 0) return 0;
	return LATE_MS[(number / LATE_EVERY) % LATE_MS.length] ?? 0;
}

/** Starts a published trigger whose requests go to the emulator. */
function startTrigger(watched: Watched) {
	forgetBudgets();
	forgetStates();
	const emulator = createEmulator({ keepRequests: false, resetFormat: 'unixMilliseconds' });
	const apiKey = emulator.addKey();
	const formId = emulator.addForm().id;
	const staticData: IDataObject = {};
	const chosen = { __rl: true, mode: 'list', value: formId, cachedResultName: 'Contact' };
	let requests = 0;
	let names = 0;
	// n8n polls one publication with one context.
	const context = pollContext({
		kind: 'formSubmissionsPollingTrigger',
		parameters: watched === 'one form' ? { formId: chosen } : {},
		credential: { apiKey },
		staticData,
	});
	connectEdge(context, emulator, {
		apiKey,
		onRequest({ url }) {
			requests++;
			if (url.endsWith('/v1/forms')) names++;
		},
	});
	return { emulator, formId, pollOnce };

	async function pollOnce() {
		requests = 0;
		names = 0;
		const items: INodeExecutionData[] = (await poll(context)) ?? [];
		return { items, requests, names, stateBytes: JSON.stringify(staticData).length };
	}
}

const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;

async function pass(ms: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, ms));
}
