/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import { FormSubmissions } from '../../../nodes/FormSubmissions/FormSubmissions.node';
import { FormSubmissionsTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsTrigger.node';
import { forgetAll } from '../../../nodes/FormSubmissions/general/processMemory';
import { createEmulator, type Emulator } from '../../emulator';
import type { Answering, Arrival } from '../../support/bridge';
import { connectEdge } from '../../support/edge';
import { NOON, runClock, startFakeClock, stopFakeClock } from '../../support/fakeClock';
import { idealMs } from '../../support/ideal';
import { executeContext, triggerContext } from '../../support/n8n';
import { inSearch } from '../../support/search';

const MINUTE_MS = 60_000;
const LIMIT = 120;

let emulator: Emulator;
let apiKey: string;
let formId: string;

beforeEach(() => {
	forgetAll();
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

/** Publishes a trigger, which listens so long; returns when it got a list (Unix milliseconds). */
async function listen(workflowId: string, forMs: number) {
	const readAtMs: number[] = [];
	const onArrival = (arrival: Arrival) => {
		if (arrival.lost === undefined && arrival.status === 200) readAtMs.push(Date.now());
	};
	const parameters = {
		formId: { __rl: true, mode: 'list', value: formId },
		options: { register: false },
	};
	const kind = 'formSubmissionsTrigger' as const;
	const setup = { kind, parameters, workflowId, credential: { apiKey }, staticData: {} };
	const functions = { emit: () => {}, saveFailedExecution: () => {} };
	const context = triggerContext(setup, functions, 'activate');
	connectEdge(context, emulator, { ...edge(), onArrival });
	const { closeFunction } = await new FormSubmissionsTrigger().trigger.call(context);
	await elapse(forMs);
	await closeFunction?.();
	return readAtMs;
}

/** The longest time between two of these (milliseconds). */
const longestGapMs = (timesMs: number[]) =>
	Math.max(...timesMs.slice(1).map((timeMs, index) => timeMs - (timesMs[index] ?? 0)));

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

describe('an export beside triggers in one process', () => {
	const pages = inSearch(130, 360);

	type Case = [how: string, pageMs: number, triggers: number, second: number];
	const few: Case[] = [['as fast as usual', 250, 10, 33]];
	const others: Case[] = [
		['as fast as n8n can', 50, 0, 0],
		['as fast as n8n can', 50, 1, 14],
		['as fast as n8n can', 50, 10, 14],
		['as fast as usual', 250, 10, 53],
	];

	it.each(inSearch(few, [...few, ...others]))(
		'loses little time, and their list is read each minute: pages %s (%i ms), %i, export at second %i',
		async (_how, latencyMs, triggers, second) => {
			[pageMs, requests] = [latencyMs, 0];
			addPages(pages);
			const forMs = inSearch(3, 5) * MINUTE_MS;
			const listening = Array.from(
				{ length: triggers },
				async (_, index) => await listen(`workflow${index}`, forMs),
			);

			const exporting = elapse(second * 1_000).then(exportAll);

			const [exported, ...readAtMs] = await runClock(Promise.all([exporting, ...listening]));

			expect(exported.rows).toBe(pages * 100);
			const readingsMs = readAtMs.flat().sort((one, other) => one - other);
			if (triggers > 0) expect(longestGapMs(readingsMs)).toBeLessThan(MINUTE_MS + 3_000);
			// They take their part of the windows, which leaves the export that much more to wait.
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
