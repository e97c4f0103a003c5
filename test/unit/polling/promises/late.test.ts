import { Play } from '../../../histories/play';
import { NOON } from '../../../histories/world/machine';

let play: Play;

afterEach(() => play.stop());

describe('a submission that lists contain late', () => {
	it.each([30, 170, 590, 600])('by %s seconds is returned once', async (lateSeconds) => {
		play = await Play.published();

		play.submit({ count: 12, everyMs: 60_000, inSeconds: 3 });
		play.submit({ inSeconds: 3, lateSeconds });
		await play.pollTimes(24);

		expect(play.problems()).toEqual([]);
	});

	it('is returned beside a backlog', async () => {
		play = new Play({ main: { startFromMs: NOON - 24 * 3_600_000 } });
		play.network.pageMs = 300;
		play.submit({ count: 20_000, everyMs: 1_000, inSeconds: -20_000 });
		play.submit({ count: 25, everyMs: 60_000, inSeconds: 3 });
		play.submit({ count: 30, everyMs: 30_000, inSeconds: -300, lateSeconds: 500 });
		await play.publish(play.main);

		await play.pollTimes(40);

		expect(play.problems()).toEqual([]);
	});

	it('is returned even if every second poll is refused', async () => {
		play = await Play.published();

		play.submit({ count: 20, everyMs: 30_000, inSeconds: 5, lateSeconds: 400 });
		play.submit({ count: 200, everyMs: 3_000, inSeconds: 5 });
		for (let round = 0; round < 30; round++) {
			if (round % 2 === 0) play.service.failNext({ status: 403 }, { skip: 1, times: 1 });
			await play.poll();
		}
		play.service.clearFaults();
		await play.pollTimes(12);

		expect(play.problems()).toEqual([]);
	});
});
