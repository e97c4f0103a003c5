 
import fc from 'fast-check';

import { loadReference } from '../../serviceModel/reference/remembersAll';
import { histories } from '../../serviceModel/steps/arbitraries';
import { playHistory, report } from '../../serviceModel/steps/playHistory';
import { randomCases } from '../../support/randomCases';

jest.mock('n8n-workflow', () =>
	jest.requireActual<object>('../../serviceModel/world/n8nWorkflowInVirtualTime'),
);

describe('the models of the service and of n8n', () => {
	it('ask for nothing impossible: a trigger that remembers everything keeps the promise', async () => {
		const property = fc.asyncProperty(histories, async (history) => {
			const problems = await playHistory(history, loadReference);
			if (problems.length > 0) throw new Error(report(history, problems));
		});

		await fc.assert(property, randomCases(20, 500));
	});
});
