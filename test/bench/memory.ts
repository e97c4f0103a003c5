/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import { FormSubmissionsPollingTrigger } from '../../nodes/FormSubmissions/FormSubmissionsPollingTrigger.node.ts';
import { createEmulator } from '../emulator';
import { pollContext, runAction } from '../support/n8n';
import type { Figure } from './figure';

const SUBMISSIONS = 100_000;

/** Less than a poll may return after a pause of twelve minutes. */
const POLLED = 18_000;

const MINUTE_MS = 60_000;

const COUNT = { resource: 'submission', operation: 'count' };
const BY_ANSWER = { resource: 'submission', operation: 'countByAnswer', fieldName: 'few' };
const ALL = { resource: 'submission', operation: 'getAll', returnAll: true, simplify: false };

/** The heap in use beyond what was before, at most while a long list is read. */
export async function measureMemory(): Promise<Figure[]> {
	const emulator = createEmulator({ keepRequests: false, limitPerWindow: 1_000_000 });
	const data = (index: number) => ({ number: index, few: index % 9_000 });
	emulator.addSubmissions(emulator.addForm().id, SUBMISSIONS, { data });
	const credential = { baseUrl: await emulator.listen(), apiKey: emulator.addKey() };
	try {
		// The emulator's own memory grows once.
		await runAction({ parameters: COUNT, credential });
		return [
			{
				what: `Count of ${SUBMISSIONS}: MB`,
				seen: await peakMb(async () => await runAction({ parameters: COUNT, credential })),
				atMost: 10,
			},
			{
				what: `Count by Answer of ${SUBMISSIONS}: MB`,
				seen: await peakMb(async () => await runAction({ parameters: BY_ANSWER, credential })),
				atMost: 10,
			},
			{
				what: `Get Many of ${SUBMISSIONS} small ones: MB`,
				seen: await peakMb(async () => await runAction({ parameters: ALL, credential })),
			},
		];
	} finally {
		await emulator.stop();
	}
}

/** The same for a poll, compared with Get Many of the same submissions. */
export async function measurePollMemory(): Promise<Figure[]> {
	const emulator = createEmulator({ keepRequests: false, limitPerWindow: 1_000_000 });
	const credential = { baseUrl: await emulator.listen(), apiKey: emulator.addKey() };
	const formId = { __rl: true, mode: 'id', value: emulator.addForm().id };
	const { now } = Date;
	try {
		const kind = 'formSubmissionsPollingTrigger';
		const context = pollContext({ kind, parameters: { formId }, credential });
		const poll = async () => await new FormSubmissionsPollingTrigger().poll.call(context);
		// The one that n8n runs itself sets the start.
		await poll();
		const from = now() + MINUTE_MS;
		emulator.addSubmissions(formId.value, POLLED, { from, stepMs: 1 });
		// After so long a pause, a poll has four minutes.
		Date.now = () => now() + 12 * MINUTE_MS;
		// The emulator's own memory grows once.
		await runAction({ parameters: { ...COUNT, formId }, credential });
		const ofPoll = await peakMb(async () => expectAll((await poll())?.[0]));
		const parameters = { ...ALL, simplify: true, formId };
		const ofGetMany = await peakMb(async () =>
			expectAll(await runAction({ parameters, credential })),
		);
		const what = `A poll of ${POLLED} ÷ Get Many of the same: heap`;
		return [{ what, seen: ofPoll / ofGetMany, atMost: 1.2 }];
	} finally {
		Date.now = now;
		await emulator.stop();
	}
}

function expectAll<T>(items: T[] = []): T[] {
	if (items.length !== POLLED) throw new Error(`${items.length} of ${POLLED} were returned`);
	return items;
}

async function peakMb(read: () => Promise<unknown[]>): Promise<number> {
	const used = () => {
		global.gc?.();
		return process.memoryUsage().heapUsed;
	};
	const before = used();
	let peak = 0;
	const sample = () => (peak = Math.max(peak, used() - before));
	const sampling = setInterval(sample, 250);
	const kept = await read();
	clearInterval(sampling);
	sample();
	if (kept.length === 0) throw new Error('Nothing was read');
	return peak / 2 ** 20;
}
