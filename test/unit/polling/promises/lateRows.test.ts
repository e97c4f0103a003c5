import { Play } from '../../../histories/steps/play';

let play: Play;

afterEach(() => play.stop());

describe('a submission that becomes visible late', () => {
	it.each([30, 170, 590, 600])('by %s seconds is returned once', async (lateSeconds) => {
		play = await Play.published();

		play.submit({ count: 12, everyMs: 60_000, inSeconds: 3 });
		play.submit({ inSeconds: 3, lateSeconds });
		await play.pollTimes(24);

		expect(play.problems()).toEqual([]);
	});

	it.each([0, 0.05, 30])(
		'by exactly ten minutes is returned once even if the service does not send its time (created %s s after the first poll)',
		async (inSeconds) => {
			play = await Play.published({ service: { dateHeader: 'absent' } });
			play.network.latencyMs = 20_000;

			play.submit({ inSeconds, lateSeconds: 600 });
			await play.pollTimes(22);

			expect(play.problems()).toEqual([]);
		},
	);

	it.each([403, 429] as const)(
		'is returned even if polls were refused (%s) after a submission dated ahead was returned',
		async (how) => {
			play = await Play.published();
			play.submit({ inSeconds: 1, lateSeconds: -3_600 });
			await play.poll();

			play.submit({ count: 60, everyMs: 60_000, inSeconds: 5 });
			for (let round = 0; round < 60; round++) {
				if (round % 3 === 0) play.service.failNext({ status: how }, { times: 5 });
				await play.poll();
			}
			play.service.clearFaults();
			await play.pollTimes(12);

			expect(play.problems()).toEqual([]);
		},
	);

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

	it.each(['missing', 'unreadable'] as const)(
		'is found next to one whose createdAt is %s, which is returned once as well',
		async (createdAt) => {
			play = await Play.published();

			const [undated] = play.submit({ inSeconds: 2, createdAt });
			play.submit({ count: 20, everyMs: 1_000, inSeconds: 5, lateSeconds: 200 });
			await play.pollTimes(14);

			expect(play.problems()).toEqual([]);
			expect(play.main.ledger.timesOf(undated ?? '')).toBe(1);
		},
	);

	it.each(['missing', 'unreadable'] as const)(
		'may be the only new one: if its createdAt is %s, it is returned exactly once',
		async (createdAt) => {
			play = new Play();
			play.submit({ count: 20, everyMs: 60_000, inSeconds: -1_300 });
			await play.publish(play.main);

			const [undated] = play.submit({ inSeconds: 2, createdAt });
			await play.pollTimes(25);

			expect(play.problems()).toEqual([]);
			expect(play.main.ledger.timesOf(undated ?? '')).toBe(1);
		},
	);
});
