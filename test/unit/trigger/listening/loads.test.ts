import { describeLoads } from './loads';
import { describeLists } from './loadsOfLists';

describe('with deliveries', () => {
	describeLoads({ minutes: 5, pageSeconds: [1], perMinute: [300], backlog: 1_000 });
});

describeLists({
	loads: [
		{ perMinute: 60, pageSeconds: 0.2 },
		{ perMinute: 85, pageSeconds: 0.2 },
		{ perMinute: 300, pageSeconds: 2.5 },
	],
	minutes: 25,
	slowMinutes: 20,
	burst: 1_500,
	backlog: 6_000,
	outageHours: 3,
});
