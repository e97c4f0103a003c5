/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/require-node-api-error -- not part of the published package */
import type { IDataObject } from 'n8n-workflow';

import { forgetBudgets } from '../../nodes/FormSubmissions/api/transport/budget';
import { connect } from '../../nodes/FormSubmissions/api/connection';
import { walkSubmissions } from '../../nodes/FormSubmissions/api/submissions';
import { poll } from '../../nodes/FormSubmissions/polling/poll';
import { createEmulator, type Emulator } from '../../emulator';
import type { Arrival } from '../../test/support/bridge';
import { connectEdge } from '../../test/support/edge';
import { executeContext, pollContext } from '../../test/support/n8n';
import { inVirtualTime } from './virtualTime';

const ROWS_PER_PAGE = 100;
const MINUTE_MS = 60_000;
/** How far the time of a page may vary from the given time, up or down (as a fraction). */
const JITTER = 0.05;

/** What runs in one n8n process. */
export type ModelProcess = {
	exports: number;
	pollingWorkflows?: number;
	/** Second of the minute at which all of them poll. Default: a random one for each. */
	pollSecond?: number;
	/** How long pages really took in such a process, in order (milliseconds). */
	recordedPageMs?: readonly number[];
};

export type Scenario = {
	/** Processes that share one API key and know nothing of each other. */
	processes: ModelProcess[];
	/** Time per page, including the client's own work, when no times were recorded. */
	pageMs: number;
	/** Default 120. */
	limit?: number;
	/** Default: one minute. */
	windowMs?: number;
	/** Submissions that arrive each minute. Default: none. */
	arrivalsPerMinute?: number;
	/** Number of pages in each export; without it, exports continue until the time is up. */
	pagesEach?: number;
	/** How long to simulate when exports have no end. */
	durationMs?: number;
	seed?: number;
};

export type Outcome = {
	tookMs: number;
	/** Time until the last export was done. */
	exportsTookMs: number;
	/** Pages that exports received. */
	exportedPages: number;
	/** All requests sent, refused or not. */
	requests: number;
	/** Number of 429 responses. */
	refused: number;
	/** Exports that failed and were started again. */
	failedExports: number;
	/** `unanswered`: polls that got no list from the service in the time they had. */
	polls: { made: number; unanswered: number; submissions: number };
};

type World = {
	emulator: Emulator;
	apiKey: string;
	formId: string;
	scenario: Scenario;
	outcome: Outcome;
	startMs: number;
	/** Virtual Unix time at which everything ends. */
	endMs: number;
	/** For each process: how long its next page takes. */
	nextPageMs: Array<() => number>;
};

/**
 * Simulates, in virtual time, processes that share an API key's rate limit. Every decision is made by
 * the package's own code (budget, retries, walks, polls) and the emulator: the model adds only how
 * long a response takes and what runs where.
 */
export async function simulate(scenario: Scenario): Promise<Outcome> {
	const { seed = 1, limit, windowMs, pagesEach, durationMs = Infinity } = scenario;
	return await inVirtualTime(seed, async () => {
		forgetBudgets();
		const emulator = createEmulator({
			limitPerWindow: limit,
			windowMs,
			resetFormat: 'unixMilliseconds',
			keepRequests: false,
		});
		const formId = emulator.addForm().id;
		emulator.addSubmissions(formId, (pagesEach ?? 10) * ROWS_PER_PAGE, {
			// Existing submissions are old, so that polls that find nothing new need not read them.
			stepMs: MINUTE_MS,
			data: (number) => ({ number }),
		});
		const startMs = Date.now();
		const world: World = {
			emulator,
			apiKey: emulator.addKey(),
			formId,
			scenario,
			startMs,
			endMs: startMs + durationMs,
			nextPageMs: scenario.processes.map((process) => pageTimes(process, scenario.pageMs)),
			outcome: {
				tookMs: 0,
				exportsTookMs: 0,
				exportedPages: 0,
				requests: 0,
				refused: 0,
				failedExports: 0,
				polls: { made: 0, unanswered: 0, submissions: 0 },
			},
		};
		await Promise.all([...runProcesses(world), receiveSubmissions(world)]);
		const { outcome } = world;
		return {
			...outcome,
			tookMs: Date.now() - startMs,
			refused: emulator.tooManyRequestsCount(),
		};
	});
}

function runProcesses(world: World): Array<Promise<void>> {
	return world.scenario.processes.flatMap(
		({ exports, pollingWorkflows = 0, pollSecond }, process) => [
			...Array.from({ length: exports }, async () => await runExport(world, process)),
			...Array.from(
				{ length: pollingWorkflows },
				async (_, index) => await pollEachMinute(world, process, index, pollSecond),
			),
		],
	);
}

/** A budget belongs to a URL and a key, so each process reaches the service by its own URL. */
const addressOf = (process: number) => `https://process${process}.example.com`;

async function runExport(world: World, process: number): Promise<void> {
	const { scenario, endMs, outcome } = world;
	// Keeps exports from starting at the same instant.
	await elapse(Math.random() * scenario.pageMs);
	do {
		try {
			for await (const page of walk(world, process)) {
				if (Date.now() > endMs) return;
				if (page.submissions.length > 0) outcome.exportedPages++;
			}
		} catch {
			if (Date.now() <= endMs) outcome.failedExports++;
		}
	} while (scenario.pagesEach === undefined && Date.now() < endMs);
	outcome.exportsTookMs = Date.now() - world.startMs;
}

async function* walk(world: World, process: number) {
	const context = throughEdge(
		world,
		process,
		executeContext({
			kind: 'formSubmissions',
			parameters: {},
			credential: { baseUrl: addressOf(process), apiKey: world.apiKey },
		}),
	);
	yield* walkSubmissions(await connect(context), {});
}

/** Polls as n8n does: once a minute, at a random second of the minute. */
async function pollEachMinute(
	world: World,
	process: number,
	index: number,
	second = Math.random() * 60,
): Promise<void> {
	const { endMs, outcome, apiKey, formId } = world;
	const staticData: IDataObject = {};
	const running: Array<Promise<void>> = [];
	await elapse(second * 1_000);
	while (Date.now() < endMs) {
		running.push(pollOnce());
		await elapse(MINUTE_MS);
	}
	await Promise.all(running);

	async function pollOnce(): Promise<void> {
		let answers = 0;
		const context = throughEdge(
			world,
			process,
			pollContext({
				kind: 'formSubmissionsPollingTrigger',
				parameters: { formId },
				credential: { baseUrl: addressOf(process), apiKey },
				workflowId: `workflow${process}-${index}`,
				staticData,
			}),
			// Counts the lists that the service has returned to this poll.
			(arrival) => {
				if (arrival.lost === undefined && arrival.status === 200) answers++;
			},
		);
		outcome.polls.made++;
		try {
			outcome.polls.submissions += (await poll(context))?.length ?? 0;
		} catch (error) {
			if (answers > 0) throw error;
		}
		if (answers === 0) outcome.polls.unanswered++;
	}
}

async function receiveSubmissions({ scenario, emulator, formId, endMs }: World): Promise<void> {
	const { arrivalsPerMinute = 0 } = scenario;
	if (arrivalsPerMinute === 0) return;
	// Once a second is enough: what matters is how many exist at the time of a poll.
	for (let second = 1; Date.now() < endMs; second++) {
		const due = Math.floor((arrivalsPerMinute * second) / 60);
		const before = Math.floor((arrivalsPerMinute * (second - 1)) / 60);
		emulator.addSubmissions(formId, due - before, {
			from: Date.now(),
			stepMs: 1,
			data: (number) => ({ number }),
		});
		await elapse(1_000);
	}
}

type EdgeContext = ReturnType<typeof executeContext> | ReturnType<typeof pollContext>;

/** Replaces the network with the emulator, and adds the time that a response takes. */
function throughEdge<C extends EdgeContext>(
	{ emulator, apiKey, nextPageMs, outcome }: World,
	process: number,
	context: C,
	onArrival?: (arrival: Arrival) => void,
): C {
	return connectEdge(context, emulator, {
		apiKey,
		latencyMs: () => nextPageMs[process]?.() ?? 0,
		onRequest: () => outcome.requests++,
		onArrival,
	});
}

/** Replays recorded times in order from a random position, so that slow spells stay together. */
function pageTimes({ recordedPageMs = [] }: ModelProcess, usualMs: number): () => number {
	let place = Math.floor(Math.random() * recordedPageMs.length);
	return () => {
		const recordedMs = recordedPageMs[place++ % recordedPageMs.length];
		return recordedMs ?? usualMs * (1 + JITTER * (2 * Math.random() - 1));
	};
}

async function elapse(ms: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, ms));
}
