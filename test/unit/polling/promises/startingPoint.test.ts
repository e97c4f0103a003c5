import { Play } from '../../../histories/steps/play';
import { KEY } from '../../../histories/world/pollFunctions';

const FORMS = { method: 'GET', url: '/v1/forms', headers: { 'x-api-key': KEY }, body: '' };

let play: Play;

afterEach(() => play.stop());

const MODES = ['default', 'durable'] as const;

describe('the starting point', () => {
	it.each(MODES)(
		'does not suppress what is older than the newest but becomes visible later (%s)',
		async (mode) => {
			play = new Play({ mode });
			play.submit({ inSeconds: -20 });
			play.submit({ inSeconds: -20.1, lateSeconds: 25.1 });
			await play.publish(play.main);

			await play.pollTimes(7);

			expect(play.problems()).toEqual([]);
		},
	);

	const clocks = MODES.flatMap((mode) => [0, 5].map((leadHours) => ({ mode, leadHours })));

	it.each(clocks)('is now if the newest submission is dated an hour ahead (%j)', async (n8n) => {
		play = new Play(n8n);
		play.submit({ inSeconds: -20, lateSeconds: -3600 });
		await play.publish(play.main);

		play.submit({ count: 90, everyMs: 60_000, inSeconds: 5 });
		await play.pollTimes(100);

		expect(play.problems()).toEqual([]);
	});

	it.each(MODES)('is now if there is nothing yet (%s)', async (mode) => {
		play = await Play.published({ mode });

		play.submit({ inSeconds: 5 });
		await play.poll();

		expect(play.problems()).toEqual([]);
	});

	it.each([-5, 3])(
		"is now by the service's clock, even if n8n's is %s hours off",
		async (hours) => {
			play = new Play({ leadHours: hours });
			play.submit({ count: 30, everyMs: 60_000, inSeconds: -1_800 });
			play.submit({ inSeconds: -300, lateSeconds: 400 });
			await play.publish(play.main);

			play.submit({ count: 30, everyMs: 20_000, inSeconds: 1 });
			await play.pollTimes(20);

			expect(play.problems()).toEqual([]);
		},
	);

	it('covers all of a long list from ten minutes that a slow service sends in small pages', async () => {
		play = new Play();
		play.service.change({ maxPageSize: 5 });
		play.network.latencyMs = 9_000;
		play.submit({ count: 200, everyMs: 2_000, inSeconds: -500 });
		await play.publish(play.main);

		play.network.latencyMs = 50;
		await play.pollTimes(12);

		expect(play.problems()).toEqual([]);
	});

	it.each(MODES)(
		'does not suppress what arrived after a first poll that saw only submissions dated ahead (%s)',
		async (mode) => {
			play = new Play({ mode });
			play.submit({ count: 5, inSeconds: -20, lateSeconds: -3600 });
			play.service.change({ maxPageSize: 1 });
			play.network.latencyMs = 12_000;
			await play.publish(play.main);
			play.submit({ count: 120, everyMs: 10, inSeconds: 1 });

			play.service.change({ maxPageSize: 100 });
			play.network.latencyMs = 50;
			await play.pollTimes(12);

			expect(play.problems()).toEqual([]);
		},
	);

	it('covers existing submissions even if the rate limit was reached at the first poll', async () => {
		play = new Play();
		play.submit({ inSeconds: -60 });
		for (let used = 0; used < 120; used++) {
			play.service.handle(FORMS);
		}
		await play.publish(play.main);

		await play.pollTimes(7);

		expect(play.problems()).toEqual([]);
	});

	it.each(['missing', 'unreadable'] as const)(
		'covers a submission whose createdAt is %s',
		async (createdAt) => {
			play = new Play();
			play.submit({ inSeconds: -60, createdAt });
			await play.publish(play.main);

			await play.pollTimes(14);

			expect(play.problems()).toEqual([]);
		},
	);
});
