/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import type { IDataObject } from 'n8n-workflow';

import { FormSubmissionsPollingTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsPollingTrigger.node';
import { FormSubmissions } from '../../../nodes/FormSubmissions/FormSubmissions.node';
import { createEmulator, type Emulator } from '../../emulator';
import type { Answering, Arrival } from '../../support/bridge';
import { connectEdge } from '../../support/edge';
import { NOON, runClock, startFakeClock, stopFakeClock } from '../../support/fakeClock';
import { idealMs } from '../../support/ideal';
import { executeContext, pollContext } from '../../support/n8n';
import { inSearch } from '../../support/search';

const MINUTE_MS = 60_000;
const LIMIT = 120;

let emulator: Emulator;
let apiKey: string;
let formId: string;

beforeEach(() => {
	startFakeClock();
	emulator = createEmulator({ resetFormat: 'unixMilliseconds', keepRequests: false });
	apiKey = emulator.addKey();
	formId = emulator.addForm().id;
});

afterEach(() => stopFakeClock());

/** How long a page takes (milliseconds), and how many requests were sent so far. */
let pageMs: number;
let requests: number;

const edge = () => ({ apiKey, latencyMs: () => pageMs, onRequest: () => requests++ });

/** Get Many, of everything that there is; returns the number of rows and how long it took. */
async function exportAll() {
	const getAll = { resource: 'submission', operation: 'getAll', returnAll: true };
	const parameters = { ...getAll, simplify: false };
	const startedMs = Date.now();
	const setup = { kind: 'formSubmissions' as const, parameters, credential: { apiKey } };
	const context = connectEdge(executeContext(setup), emulator, edge());
	const [rows = []] = await new FormSubmissions().execute.call(context);
	return { rows: rows.length, tookMs: Date.now() - startedMs };
}

/** A workflow that polls at one second of each minute; returns how many polls got no list. */
async function pollEachMinute(workflowId: string, second: number, polls: number) {
	const staticData: IDataObject = {};
	const node = new FormSubmissionsPollingTrigger();
	const parameters = { formId: { __rl: true, mode: 'list', value: formId } };
	const setup = { kind: 'formSubmissionsPollingTrigger' as const, parameters, workflowId };
	let unanswered = 0;
	let lists = 0;
	const onArrival = (arrival: Arrival) => {
		if (arrival.lost === undefined && arrival.status === 200) lists++;
	};
	// Polls share the context of the one that n8n runs itself, to publish the workflow.
	const context = pollContext({ ...setup, credential: { apiKey }, staticData });
	connectEdge(context, emulator, { ...edge(), onArrival });
	await elapse(second * 1_000);
	for (let poll = 0; poll < polls; poll++) {
		const nextMs = Date.now() + MINUTE_MS;
		lists = 0;
		await node.poll.call(context).catch(() => undefined);
		if (lists === 0) unanswered++;
		await elapse(nextMs - Date.now());
	}
	return unanswered;
}

async function elapse(ms: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, ms));
}

/** Submissions of the year before, a minute apart: a page of them is enough for a first poll. */
const addPages = (pages: number) =>
	emulator.addSubmissions(formId, pages * 100, {
		from: NOON - 365 * 24 * 60 * MINUTE_MS,
		stepMs: MINUTE_MS,
		data: () => ({}),
	});

describe('an export beside polls in one process', () => {
	const pages = inSearch(130, 360);

	type Case = [how: string, pageMs: number, pollers: number, second: number];
	const few: Case[] = [['as fast as usual', 250, 10, 33]];
	const others: Case[] = [
		['as fast as n8n can', 50, 0, 0],
		['as fast as n8n can', 50, 1, 14],
		['as fast as n8n can', 50, 10, 14],
		['as fast as usual', 250, 10, 53],
	];

	it.each(inSearch(few, [...few, ...others]))(
		'loses little time and lets polls through: pages %s (%i ms), %i workflows at second %i',
		async (_how, latencyMs, pollers, second) => {
			[pageMs, requests] = [latencyMs, 0];
			addPages(pages);
			const polls = Array.from(
				{ length: pollers },
				async (_, index) => await pollEachMinute(`workflow${index}`, second, inSearch(2, 4)),
			);

			const [exported, ...unanswered] = await runClock(Promise.all([exportAll(), ...polls]));

			expect(exported.rows).toBe(pages * 100);
			// Nothing is reserved yet for the first poll of a workflow.
			expect(unanswered.filter((count) => count > 1)).toEqual([]);
			// Polls take their part of the windows, which leaves the export that much more to wait.
			const limits = { limit: LIMIT, windowMs: MINUTE_MS };
			const ideal = idealMs({ walks: 1, pagesEach: requests, latencyMs, ...limits });
			expect(exported.tookMs / ideal).toBeLessThanOrEqual(1.05);
		},
	);
});

/** A limit that comes back request by request: the headers name the next one, a second away at most. */
function tokenBucket(): Answering {
	let tokens = LIMIT;
	let filledMs = Date.now();
	return {
		handle(request) {
			const nowMs = Date.now();
			tokens = Math.min(LIMIT, tokens + ((nowMs - filledMs) * LIMIT) / MINUTE_MS);
			filledMs = nowMs;
			const isRefused = tokens < 1;
			if (!isRefused) tokens--;
			const answer = emulator.handle(request);
			if (answer.kind !== 'response') throw new Error(`Not expected: ${answer.kind}`);
			const headers = {
				...answer.headers,
				'x-ratelimit-remaining': String(Math.floor(tokens)),
				'x-ratelimit-reset': '1',
			};
			if (!isRefused) return { ...answer, headers };
			return { ...answer, status: 429, headers: { ...headers, 'retry-after': '1' }, body: '{}' };
		},
	};
}

it('where the limit comes back request by request, Counts at once are refused, and end well and in time', async () => {
	emulator = createEmulator({ rateLimited: false, keepRequests: false });
	apiKey = emulator.addKey();
	formId = emulator.addForm().id;
	const [counts, pages] = [20, 30];
	addPages(pages);
	const service = tokenBucket();
	let refused = 0;
	const onArrival = (arrival: Arrival) => {
		if (arrival.lost === undefined && arrival.status === 429) refused++;
	};
	const parameters = { resource: 'submission', operation: 'count' };
	const setup = { kind: 'formSubmissions' as const, parameters, credential: { apiKey } };
	const count = async () => {
		const context = executeContext(setup);
		connectEdge(context, service, { apiKey, latencyMs: () => 250, onArrival });
		const [items = []] = await new FormSubmissions().execute.call(context);
		return items[0]?.json.count;
	};
	const startedMs = Date.now();

	const counted = await runClock(Promise.all(Array.from({ length: counts }, count)));

	expect(counted).toEqual(counted.map(() => pages * 100));
	expect(refused).toBeGreaterThan(counts);
	const idealMs = ((counts * pages - LIMIT) * MINUTE_MS) / LIMIT;
	expect((Date.now() - startedMs) / idealMs).toBeLessThanOrEqual(1.2);
});
