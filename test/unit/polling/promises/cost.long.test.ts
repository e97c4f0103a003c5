import { Play } from '../../../histories/play';

let play: Play;

afterEach(() => play.stop());

/** Requests a poll on average. The first sixteen don't count; the others are whole cycles of eight minutes. */
function average(): number {
	const counted = play.main.polls.slice(16, 16 + 40);
	return counted.reduce((sum, { requests }) => sum + requests, 0) / counted.length;
}

describe.each(['default', 'durable'] as const)('the cost of a poll (%s)', (mode) => {
	it('is one request if nothing is new', async () => {
		play = new Play({ mode });
		play.submit({ count: 20, everyMs: 5_000, inSeconds: -120 });
		await play.publish(play.main);

		await play.pollTimes(30);

		expect(play.main.polls.slice(1).map(({ requests }) => requests)).toEqual(Array(30).fill(1));
	});

	it('is at most four requests on average at 60 submissions a minute', async () => {
		play = new Play({ mode });
		play.submit({ count: 1_200, everyMs: 1_000, inSeconds: -1_200 });
		await play.publish(play.main);
		play.submit({ count: 3_600, everyMs: 1_000 });
		play.submit({ count: 100, everyMs: 30_000, lateSeconds: 180 });

		await play.pollTimes(72);

		expect(play.problems()).toEqual([]);
		expect(average()).toBeLessThanOrEqual(4);
	});

	it('is at most 25 requests on average at a million a day, late ones included', async () => {
		play = new Play({ mode });
		const everyMs = 60_000 / 694;
		play.submit({ count: 8_000, everyMs, inSeconds: -690 });
		await play.publish(play.main);
		play.submit({ count: 694 * 60, everyMs });
		play.submit({ count: 30, everyMs: 60_000, lateSeconds: 180 });
		play.submit({ count: 30, everyMs: 60_000, lateSeconds: 595 });

		await play.pollTimes(76);

		expect(play.problems()).toEqual([]);
		expect(average()).toBeLessThanOrEqual(25);
		expect(play.n8n.largestStateBytes).toBeLessThan(500_000);
	});
});
