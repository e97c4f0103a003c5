/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import fc from 'fast-check';

import { histories } from '../../serviceModel/steps/arbitraries';
import { playHistory, report } from '../../serviceModel/steps/playHistory';
import type { History } from '../../serviceModel/steps/step';

jest.mock('n8n-workflow', () =>
	jest.requireActual<object>('../../serviceModel/world/n8nWorkflowInVirtualTime'),
);

/** Raise it to search for failures: POLL_PROPERTY_RUNS=20000 npx jest exactlyOnce */
const RUNS = Number(process.env.POLL_PROPERTY_RUNS ?? 250);

/** CI always plays the same histories; POLL_PROPERTY_SEED plays others or repeats a failure. */
const SEED = Number(process.env.POLL_PROPERTY_SEED ?? 977058054);

async function checkHistories(mode: History['mode']): Promise<void> {
	const ofMode = histories.map((history): History => ({ ...history, mode }));
	const property = fc.asyncProperty(ofMode, async (history) => {
		const problems = await playHistory(history);
		if (problems.length > 0) throw new Error(report(history, problems));
	});
	await fc.assert(property, { numRuns: RUNS, seed: SEED });
}

describe('a polling trigger', () => {
	it('returns every submission exactly once, whatever the service and n8n do', async () => {
		await checkHistories('default');
	}, 3_600_000);

	it("does so with n8n's durable poll cursors", async () => {
		await checkHistories('durable');
	}, 3_600_000);
});
