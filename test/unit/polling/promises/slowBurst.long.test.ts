import { Play } from '../../../histories/steps/play';

let play: Play;

afterEach(() => play.stop());

describe('a burst whose pages take longer to read than full tops are apart', () => {
	it.each([
		['default', 12_000],
		['default', 29_000],
		['durable', 12_000],
		['durable', 25_000],
	] as const)('holds up nothing below it (%s, %i ms a page)', async (mode, latencyMs) => {
		play = await Play.published({ mode });
		play.submit({ count: 150, everyMs: 60_000, inSeconds: 5 });
		play.service.failNext({ status: 500 }, { times: Infinity });
		await play.pollTimes(150);
		play.service.clearFaults();
		play.network.latencyMs = latencyMs;
		play.submit({ count: 3_000, everyMs: 10, inSeconds: 5 });
		await play.pollTimes(100);

		const returned = play.main.polls.reduce((sum, { rows }) => sum + rows, 0);
		expect(play.problems()).toEqual([]);
		expect(returned).toBe(3_150);
	});
});
