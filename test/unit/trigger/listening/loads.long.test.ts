import { describeLoads } from './loads';
import { describeLists } from './loadsOfLists';

describe('with deliveries', () => {
	describeLoads({
		minutes: 60,
		pageSeconds: [0.2, 1, 2.5],
		perMinute: [1, 5, 60, 300, 600],
		backlog: 10_000,
	});
});

describeLists({
	loads: [1, 20, 60, 71, 85, 99, 115, 300, 600, 690].flatMap((perMinute) =>
		[0.2, 1, 2.5, 5].map((pageSeconds) => ({ perMinute, pageSeconds })),
	),
	minutes: 120,
	slowMinutes: 120,
	burst: 5_000,
	backlog: 120_000,
	outageHours: 48,
});
