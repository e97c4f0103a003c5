/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import { createEmulator } from '../emulator';
import { runAction } from '../support/n8n';
import type { Figure } from './figure';

const SUBMISSIONS = 100_000;

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
