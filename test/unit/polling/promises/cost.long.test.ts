import { Play } from '../../../histories/steps/play';
import type { Watcher } from '../../../histories/world/watcher';

let play: Play;

afterEach(() => play.stop());

const MODES = ['default', 'durable'] as const;

function requestsPerPoll({ polls }: Watcher, last: number): number {
	return polls.slice(-last).reduce((sum, { requests }) => sum + requests, 0) / last;
}

/** Over whole cycles, each from one full top to the next: part of one would count its dear or its cheap polls only. */
function requestsPerPollOfWholeCycles({ polls }: Watcher, first: number): number {
	const requests = polls.slice(first).map((poll) => poll.requests);
	const fullTops = requests.flatMap((count, at) => (count > 60 ? [at] : []));
	const whole = requests.slice(fullTops.at(0), fullTops.at(-1));
	return whole.reduce((sum, count) => sum + count, 0) / whole.length;
}

describe('the cost of a poll', () => {
	it.each(MODES)('is one request if nothing is new (%s)', async (mode) => {
		play = new Play({ mode });
		play.submit({ count: 20, everyMs: 5_000, inSeconds: -120 });
		await play.publish(play.main);

		await play.pollTimes(30);

		expect(play.main.polls.slice(1).map(({ requests }) => requests)).toEqual(Array(30).fill(1));
	});

	it.each(MODES)(
		'is at most three requests on average at 60 submissions a minute (%s)',
		async (mode) => {
			play = new Play({ mode });
			play.submit({ count: 1_200, everyMs: 1_000, inSeconds: -1_200 });
			await play.publish(play.main);
			play.submit({ count: 3_600, everyMs: 1_000 });
			play.submit({ count: 100, everyMs: 30_000, lateSeconds: 180 });

			await play.pollTimes(60);
			const average = requestsPerPoll(play.main, 50);
			await play.pollTimes(12);

			expect(play.problems()).toEqual([]);
			expect(average).toBeLessThanOrEqual(3);
		},
	);

	it.each(MODES)(
		'is at most 25 requests on average at a million submissions a day, including late ones (%s)',
		async (mode) => {
			play = new Play({ mode });
			const minutes = 40;
			const everyMs = 60_000 / 694;
			play.submit({ count: 8_000, everyMs, inSeconds: -690 });
			await play.publish(play.main);
			play.submit({ count: 694 * minutes, everyMs });
			play.submit({ count: 20, everyMs: 60_000, lateSeconds: 180 });
			play.submit({ count: 20, everyMs: 60_000, lateSeconds: 595 });

			await play.pollTimes(minutes);
			const average = requestsPerPollOfWholeCycles(play.main, 10);
			const bytes = play.n8n.largestStateBytes;
			await play.pollTimes(14);

			expect(play.problems()).toEqual([]);
			expect(average).toBeLessThanOrEqual(25);
			expect(bytes).toBeLessThan(512 * 1024);
		},
		120_000,
	);

	it('is bounded in time if the service is slow, and everything is returned in the end', async () => {
		play = await Play.published();
		play.service.change({ maxPageSize: 5 });
		play.network.latencyMs = 9_000;
		play.submit({ count: 100, everyMs: 100, inSeconds: 5 });
		await play.pollTimes(12);

		expect(Math.max(...play.main.polls.map(({ durationMs }) => durationMs))).toBeLessThan(60_000);
		expect(play.problems()).toEqual([]);
	});

	it("is at most a minute of waiting if n8n's clock is set back an hour and the rate limit is reached", async () => {
		play = await Play.published();
		play.service.failNext({ status: 429 }, { times: 1 });
		await play.poll();
		play.setClock(-1);
		play.submit({ count: 3, everyMs: 100, inSeconds: 5 });

		await play.pollTimes(4);

		expect(play.machine.longestWaitMs).toBeLessThanOrEqual(65_000);
		expect(play.problems()).toEqual([]);
	});
});
