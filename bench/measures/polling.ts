import type { IDataObject } from 'n8n-workflow';

import { FormSubmissionsPollingTrigger } from '../../nodes/FormSubmissions/FormSubmissionsPollingTrigger.node.ts';
import { createEmulator } from '../../emulator';
import { pollContext, type NodeSetup } from '../../test/support/n8n';
import { bounded, type Result } from '../result';

const EXISTING = 100_000;

/** Requests of one poll for so many new among 100,000, and what the trigger then remembers. */
export async function measurePolling(): Promise<Result[]> {
	const results: Result[] = [];
	for (const fresh of [0, 1, 99, 100, 101, 10_000]) {
		const emulator = createEmulator({ rateLimited: false });
		const apiKey = emulator.addKey();
		const form = emulator.addForm();
		emulator.addSubmissions(form.id, EXISTING, { stepMs: 1_000 });
		const baseUrl = await emulator.listen();
		const staticData: IDataObject = {};
		const setup: NodeSetup = {
			kind: 'formSubmissionsPollingTrigger',
			parameters: {},
			credential: { baseUrl, apiKey },
			staticData,
		};
		const poll = async () =>
			await new FormSubmissionsPollingTrigger().poll.call(pollContext(setup));
		try {
			await poll();
			// The deeper look, once in five minutes, is made by this poll already.
			await poll();
			emulator.addSubmissions(form.id, fresh, { stepMs: 1_000 });
			emulator.clearRequests();
			const items = await poll();
			const stateBytes = JSON.stringify(staticData).length;
			results.push(
				bounded(
					`Poll with ${fresh} new among 100,000: requests`,
					emulator.requests.length,
					// The walk sees the new ones, the known one at the floor, and the first before it.
					Math.ceil((fresh + 2) / 100),
					`${items?.[0]?.length ?? 0} given, state ${(stateBytes / 1024).toFixed(1)} kB`,
				),
			);
		} finally {
			await emulator.stop();
		}
	}
	return results;
}
