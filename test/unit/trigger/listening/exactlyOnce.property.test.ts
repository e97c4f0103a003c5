import fc from 'fast-check';

import { histories, type History } from '../../../histories/arbitraries';
import { playHistory, report } from '../../../histories/playHistory';
import { randomCases } from '../../../support/search';

it.each<Pick<History, 'mode' | 'areDelivered'>>([
	{ mode: 'default', areDelivered: true },
	{ mode: 'default', areDelivered: false },
	{ mode: 'legacy', areDelivered: true },
	{ mode: 'legacy', areDelivered: false },
])('every submission comes exactly once, whatever the service and n8n do (%j)', async (about) => {
	const property = fc.asyncProperty(histories, async (history) => {
		const one = { ...history, ...about };
		const problems = await playHistory(one);
		if (problems.length > 0) throw new Error(report(one, problems));
	});
	await fc.assert(property, randomCases(3, 300));
});
