/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import fc from 'fast-check';

import { loadReference } from '../../serviceModel/reference/remembersAll';
import { histories } from '../../serviceModel/steps/arbitraries';
import { playHistory, report } from '../../serviceModel/steps/playHistory';

jest.mock('n8n-workflow', () =>
	jest.requireActual<object>('../../serviceModel/world/n8nWorkflowInVirtualTime'),
);

const RUNS = Number(process.env.POLL_PROPERTY_RUNS ?? 100);

describe('the models of the service and of n8n', () => {
	it('ask for nothing impossible: a trigger that remembers everything keeps the promise', async () => {
		const property = fc.asyncProperty(histories, async (history) => {
			const problems = await playHistory(history, loadReference);
			if (problems.length > 0) throw new Error(report(history, problems));
		});

		await fc.assert(property, { numRuns: RUNS });
	}, 600_000);
});
