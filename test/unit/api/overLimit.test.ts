/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import fc from 'fast-check';
import type { PollContext } from 'n8n-core';

import { FormSubmissionsPollingTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsPollingTrigger.node';
import { createEmulator } from '../../emulator';
import type { Arrival } from '../../support/bridge';
import { connectEdge } from '../../support/edge';
import { runClock, startFakeClock, stopFakeClock } from '../../support/fakeClock';
import { pollContext } from '../../support/n8n';
import { inSearch, randomCases } from '../../support/search';

const MINUTE_MS = 60_000;

beforeEach(() => startFakeClock());

afterEach(() => stopFakeClock());

/** Published triggers of as many workflows that use one key, and when each got the list. */
type Trigger = { context: PollContext; readAtMs: number[] };

const { poll } = new FormSubmissionsPollingTrigger();

async function publish(triggers: number, limit: number): Promise<Trigger[]> {
	const service = createEmulator({ limitPerWindow: limit, keepRequests: false });
	const apiKey = service.addKey();
	const parameters = { formId: { __rl: true, mode: 'list', value: service.addForm().id } };
	const published: Trigger[] = [];
	for (let index = 0; index < triggers; index++) {
		const readAtMs: number[] = [];
		const node = { kind: 'formSubmissionsPollingTrigger' as const, parameters, staticData: {} };
		const workflow = { workflowId: `workflow${index}`, credential: { apiKey } };
		const onArrival = (arrival: Arrival) => {
			if (arrival.lost === undefined && arrival.status === 200) readAtMs.push(Date.now());
		};
		const edge = { apiKey, latencyMs: () => 100 + ((index * 37) % 400), onArrival };
		const context = connectEdge(pollContext({ ...node, ...workflow }), service, edge);
		await runClock(poll.call(context));
		// It takes two requests.
		await runClock(elapse((3 * MINUTE_MS) / limit));
		published.push({ context, readAtMs });
	}
	await runClock(elapse(2 * MINUTE_MS));
	return published;
}

/** A trigger polls at one second of each minute. */
async function pollEachMinute({ context }: Trigger, second: number, minutes: number) {
	const firstMs = Date.now() + second * 1_000;
	for (let minute = 0; minute < minutes; minute++) {
		await elapse(firstMs + minute * MINUTE_MS - Date.now());
		await poll.call(context).catch(() => undefined);
	}
}

/** The longest time that any of them got no list (milliseconds). */
async function longestWait(triggers: Trigger[], seconds: number[], minutes: number) {
	const startMs = Date.now();
	const polls = triggers.map(async (trigger, index) => {
		trigger.readAtMs.length = 0;
		await pollEachMinute(trigger, seconds[index] ?? 0, minutes);
	});
	await runClock(Promise.all(polls));
	const endMs = startMs + minutes * MINUTE_MS;
	const waits = triggers.map(({ readAtMs }) => {
		const times = [startMs, ...readAtMs.filter((timeMs) => timeMs < endMs), endMs];
		return Math.max(...times.slice(1).map((timeMs, index) => timeMs - (times[index] ?? 0)));
	});
	return Math.max(...waits);
}

async function elapse(ms: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}

/** The second of each minute at which each trigger polls. */
const SECONDS = {
	even: (triggers: number) =>
		Array.from({ length: triggers }, (_, index) => Math.floor((index * 60) / triggers)),
	random: (triggers: number) =>
		fc.sample(fc.nat(59), { numRuns: triggers, seed: randomCases(1).seed }),
	equal: (triggers: number) => new Array<number>(triggers).fill(0),
};

type Seconds = keyof typeof SECONDS;

const EACH: Seconds[] = ['even', 'random', 'equal'];

it.each(inSearch<Seconds[]>(['even'], EACH))(
	'under the limit, no trigger waits: 100 on a key for 120 requests a minute, at %s seconds',
	async (seconds) => {
		const published = await publish(100, 120);

		const waitMs = await longestWait(published, SECONDS[seconds](100), inSearch(2, 40));

		expect(waitMs).toBeLessThanOrEqual(MINUTE_MS + 500);
	},
);
