import { clock, MINUTE, SECOND } from './pollingClock';
import { idsOf, trigger, usePollingTrigger } from './pollingTrigger';

usePollingTrigger();

describe('polls that overlap', () => {
	it('return everything once: the second returns nothing while the first is running', async () => {
		await trigger.poll();
		const added = trigger.arrive(3);

		const [first, second] = await Promise.all([trigger.poll(), trigger.poll()]);

		expect(idsOf(first)).toEqual(added);
		expect(second).toBeNull();
		expect(await trigger.poll()).toBeNull();
	});

	it('of two nodes do not block each other', async () => {
		await trigger.poll({ nodeId: 'a' });
		await trigger.poll({ nodeId: 'b' });
		const added = trigger.arrive(1);

		const both = await Promise.all([trigger.poll({ nodeId: 'a' }), trigger.poll({ nodeId: 'b' })]);

		expect(both.map(idsOf)).toEqual([added, added]);
	});

	it("return nothing while n8n's durable scheduler may still be storing the previous one's items", async () => {
		const durable = { budgetMs: 40 * SECOND };
		await trigger.start();
		const added = trigger.arrive(3);
		const stored = JSON.stringify(trigger.staticData);
		expect(await trigger.pollIds(durable)).toEqual(added);
		// Of another poll time: n8n has read what it stored before that poll.
		trigger.restore(stored);

		expect(await trigger.poll(durable)).toBeNull();
		clock.nowMs += 5 * SECOND;
		expect(await trigger.pollIds(durable)).toEqual(added);
	});

	it('are possible again after one has thrown', async () => {
		await trigger.poll();
		const added = trigger.arrive(1);
		trigger.emulator.failNext({ status: 403 });
		await expect(trigger.poll()).rejects.toThrow();

		expect(await trigger.pollIds()).toEqual(added);
	});
});

describe('a poll that takes five minutes', () => {
	it.each([
		[5 * MINUTE - 1, 'keeps others waiting'],
		[5 * MINUTE, 'lets the next one read everything, and then returns nothing itself'],
	])('(%i ms) %s', async (takesMs) => {
		await trigger.poll();
		const added = trigger.arrive(3);
		let next: Promise<unknown[]> | undefined;
		trigger.duringNextRequest(() => {
			clock.nowMs += takesMs;
			next = trigger.pollIds();
		});

		const outcomes = [await trigger.pollIds(), await next];

		expect(outcomes).toEqual(takesMs < 5 * MINUTE ? [added, []] : [[], added]);
		expect(await trigger.poll()).toBeNull();
	});
});
