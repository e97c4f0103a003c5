import { stopFakeClock } from '../../../support/fakeClock';
import { World } from '../../../support/webhookTrigger';

afterEach(stopFakeClock);

describe('what a process remembers of deliveries', () => {
	it('are the last 20,000 submissions, whether n8n has responded or not', async () => {
		const world = new World();
		const setup = world.trigger();
		const submissions = Array.from({ length: 20_001 }, () => world.submission());
		for (const [index, submission] of submissions.entries()) {
			const { n8nAnswers } = await world.receive(world.delivery(submission), setup);
			if (index % 2 === 0) n8nAnswers(200);
		}

		const again = async (index: number) =>
			(await world.receive(world.delivery(submissions[index]), setup)).runs;
		expect([await again(20_000), await again(2), await again(1)]).toEqual([false, false, false]);
		expect(await again(0)).toBe(true);
	});
});
