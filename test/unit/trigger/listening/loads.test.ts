import { describeLoads } from './loads';
import { describeLists } from './loadsOfLists';

describe('with deliveries', () => {
	// Long enough for a look for late ones.
	describeLoads({ minutes: 12, pageSeconds: [2.5], perMinute: [600], backlog: 1_000 });
});

describeLists({
	loads: [
		{ perMinute: 60, pageSeconds: 0.2 },
		{ perMinute: 85, pageSeconds: 0.2 },
		{ perMinute: 690, pageSeconds: 2.5 },
	],
	minutes: 25,
	slowMinutes: 20,
	burst: 1_500,
	backlog: 6_000,
	outageHours: 3,
});
