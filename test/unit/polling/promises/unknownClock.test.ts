import { Play } from '../../../histories/steps/play';

let play: Play;

afterEach(() => play.stop());

describe('a machine an hour ahead, a service that sends no time, and submissions dated ahead', () => {
	it.each([-600, -1_800, -3_600, -7_200])('(by %s s) lose nothing', async (lateSeconds) => {
		play = new Play({ leadHours: 1, service: { dateHeader: 'absent' } });
		play.submit({ count: 20, everyMs: 30_000, inSeconds: -700 });
		await play.publish(play.main);
		play.submit({ count: 2, everyMs: 100, inSeconds: 65, lateSeconds });
		const fresh = play.submit({ count: 40, everyMs: 60_000, inSeconds: 5 });

		await play.pollTimes(60);

		expect(fresh.filter((id) => play.main.ledger.timesOf(id) !== 1)).toEqual([]);
		expect(play.longestWait(fresh)).toBeLessThanOrEqual(5);
		expect(play.problems()).toEqual([]);
	});
});
