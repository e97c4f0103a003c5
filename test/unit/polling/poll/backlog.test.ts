import { SECOND } from './pollingClock';
import { trigger } from './pollingTrigger';

describe('a backlog', () => {
	/** Leaves a poll time for only two pages. */
	const short = { budgetMs: 5 * SECOND + 1.5 * 10 * SECOND };

	it('too large for one poll is drained by the next ones, and newer arrivals come after it', async () => {
		await trigger.poll();
		const added = trigger.arrive(1_000);
		const later: string[] = [];
		trigger.responsesTake(10 * SECOND);

		const polls: unknown[][] = [];
		for (let index = 0; index < 7; index++) {
			polls.push(await trigger.pollIds(short));
			if (index < 3) later.push(...trigger.arrive(1));
		}

		const drained = [800, 600, 400, 200, 0].map((from) => added.slice(from, from + 200));
		expect(polls).toEqual([...drained, later, []]);
	});

	it('that a poll finishes early is followed by newer arrivals in the same poll', async () => {
		await trigger.poll();
		const added = trigger.arrive(300);
		trigger.responsesTake(10 * SECOND);
		expect(await trigger.pollIds(short)).toEqual(added.slice(-200));
		const later = trigger.arrive(1);

		expect(await trigger.pollIds(short)).toEqual([...added.slice(0, 100), ...later]);
	});
});
