import { clock, SECOND } from './pollingClock';
import { trigger, usePollingTrigger } from './pollingTrigger';

usePollingTrigger();

describe('a backlog', () => {
	/** Leaves a poll time for only two pages. */
	const short = { budgetMs: 5 * SECOND + 1.5 * 10 * SECOND };

	it('too large for one poll is read by the next ones, and new submissions come before it', async () => {
		await trigger.start();
		const added = trigger.arrive(1_000);
		const later: string[] = [];
		trigger.responsesTake(10 * SECOND);

		const seen: unknown[] = await trigger.pollIds(short);
		expect(seen).toEqual(added.slice(800));
		for (let index = 0; index < 12; index++) {
			clock.nowMs += 10 * SECOND;
			const [one] = trigger.arrive(1);
			later.push(...(one ? [one] : []));
			const returned = await trigger.pollIds(short);
			seen.push(...returned);
			if (one) expect(returned).toContain(one);
		}

		expect(new Set(seen)).toEqual(new Set([...added, ...later]));
		expect(seen).toHaveLength(added.length + later.length);
	});

	it('that a poll can finish comes with what is new in the same poll, oldest first', async () => {
		await trigger.start();
		const added = trigger.arrive(300);
		trigger.responsesTake(10 * SECOND);
		expect(await trigger.pollIds(short)).toEqual(added.slice(-200));
		clock.nowMs += 10 * SECOND;
		const later = trigger.arrive(1);
		trigger.responsesTake(SECOND);

		expect(await trigger.pollIds(short)).toEqual([...added.slice(0, 100), ...later]);
	});
});
