import { Play } from '../../../histories/play';
import { NOON } from '../../../histories/world/machine';

let play: Play;

afterEach(() => play.stop());

describe.each(['default', 'durable'] as const)('a backlog (%s)', (mode) => {
	it('of 120,000 keeps no new submission waiting, and its state is small', async () => {
		play = new Play({ mode, main: { startFromMs: NOON - 10 * 24 * 3_600_000 } });
		play.network.pageMs = 300;
		play.submit({ count: 120_000, everyMs: 500, inSeconds: -60_000 });
		const fresh = play.submit({ count: 40, everyMs: 60_000, inSeconds: 30 });
		await play.publish(play.main);

		await play.pollTimes(45);

		expect(Math.max(...fresh.map((id) => play.minutesTaken(id)))).toBeLessThanOrEqual(2);
		expect(play.problems()).toEqual([]);
		expect(play.n8n.largestStateBytes).toBeLessThan(500_000);
	});

	it('in whose midst n8n is restarted, again and again, is returned once', async () => {
		play = new Play({ mode, main: { startFromMs: NOON - 10 * 24 * 3_600_000 } });
		play.network.pageMs = 1_000;
		play.submit({ count: 20_000, everyMs: 500, inSeconds: -10_000 });
		play.submit({ count: 60, everyMs: 30_000, inSeconds: 30 });
		await play.publish(play.main);

		for (let round = 0; round < 6; round++) {
			await play.pollTimes(2);
			await play.begin();
			await play.n8n.passUntil(play.nowMs + 7_000 * round);
			await play.n8n.restart(20);
		}
		await play.pollTimes(30);

		expect(play.problems()).toEqual([]);
	});

	it('of more than 10,000 of one instant hides none of those before and after', async () => {
		play = await Play.published({ mode });
		play.network.pageMs = 300;
		play.submit({ count: 5, everyMs: 2_000, inSeconds: 5 });
		play.submit({ count: 9_000, inSeconds: 59.86 });
		play.submit({ count: 9_000, inSeconds: 59.861 });
		play.submit({ count: 5, everyMs: 2_000, inSeconds: 65 });

		await play.pollTimes(12);

		expect(play.problems()).toEqual([]);
	});
});
