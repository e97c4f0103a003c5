import fc from 'fast-check';

import { histories, type History } from '../../histories/arbitraries';
import { playHistory, report } from '../../histories/playHistory';
import { randomCases } from '../../support/search';

async function checkHistories(mode: History['mode']): Promise<void> {
	const ofMode = histories.map((history): History => ({ ...history, mode }));
	const property = fc.asyncProperty(ofMode, async (history) => {
		const problems = await playHistory(history);
		if (problems.length > 0) throw new Error(report(history, problems));
	});
	await fc.assert(property, randomCases(3, 300));
}

describe('a polling trigger', () => {
	it('returns every submission exactly once, whatever the service and n8n do', async () => {
		await checkHistories('default');
	});

	it('does so where n8n publishes all triggers anew, one after the other', async () => {
		await checkHistories('legacy');
	});

	it("does so where n8n's durable scheduler runs polls, and stores a position only with a run", async () => {
		await checkHistories('scheduled');
	});

	it("does so with n8n's durable poll cursors", async () => {
		await checkHistories('durable');
	});
});
