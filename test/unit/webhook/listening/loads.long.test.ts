import { describeLoads } from './loads';

describeLoads({
	minutes: 60,
	pageSeconds: [0.2, 1, 2.5],
	perMinute: [1, 5, 60, 300, 600],
	backlog: 10_000,
});
