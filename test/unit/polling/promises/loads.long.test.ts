import { Play, scattered, type PlayOptions } from '../../../histories/play';
import { isLate } from '../../../histories/world/ledger';

let play: Play;

afterEach(() => play.stop());

const MINUTES = 80;

type Load = { mode: PlayOptions['mode']; perMinute: number; pageMs: number; late?: true };

/** Submissions for eighty minutes, one in twenty of them up to nine and a half minutes late if asked for. */
async function bear({ mode, perMinute, pageMs, late }: Load): Promise<void> {
	play = await Play.published({ mode });
	play.network.pageMs = pageMs;
	for (let n = 0; n < perMinute * MINUTES; n++) {
		const lateSeconds = late && n % 20 === 0 ? 1 + scattered(n / 20, 569) : 0;
		play.add((n * 60) / perMinute, { lateSeconds });
	}
	await play.pollTimes(MINUTES);
}

function expectNothingUnfinished(): void {
	const requests = play.main.polls.slice(-8).map((poll) => poll.requests);
	expect(requests.filter((count) => count === 1).length).toBeGreaterThanOrEqual(4);
	expect(play.main.polls.flatMap(({ error }) => error ?? [])).toEqual([]);
	expect(play.n8n.largestStateBytes).toBeLessThan(500_000);
}

describe('none is lost and none comes twice of', () => {
	it.each<Load>([
		{ mode: 'default', perMinute: 600, pageMs: 2_500 },
		{ mode: 'durable', perMinute: 600, pageMs: 2_500 },
		{ mode: 'default', perMinute: 690, pageMs: 2_500 },
		{ mode: 'default', perMinute: 690, pageMs: 500 },
		{ mode: 'default', perMinute: 600, pageMs: 1_200, late: true },
		{ mode: 'durable', perMinute: 600, pageMs: 1_200, late: true },
		{ mode: 'default', perMinute: 100, pageMs: 3_000, late: true },
		{ mode: 'durable', perMinute: 100, pageMs: 3_000, late: true },
	])('$perMinute a minute in pages of $pageMs ms ($mode, late ones: $late)', async (load) => {
		await bear(load);
		await play.drain({ polls: 30 });

		expect(play.problems()).toEqual([]);
		expectNothingUnfinished();
	});
});

describe('only late ones are lost, and none comes twice, of', () => {
	it.each<Load>([
		{ mode: 'default', perMinute: 1_500, pageMs: 3_000, late: true },
		{ mode: 'durable', perMinute: 1_500, pageMs: 3_000, late: true },
	])('$perMinute a minute in pages of $pageMs ms ($mode)', async (load) => {
		await bear(load);
		play.network.pageMs = 300;
		await play.drain({ polls: 30 });

		expect(play.problems((_, one) => isLate(one))).toEqual([]);
		expectNothingUnfinished();
	});
});

describe.each(['default', 'durable'] as const)(
	'nothing is lost and nothing comes twice (%s)',
	(mode) => {
		it('of 300 a minute while pages take 20 seconds for two hours', async () => {
			play = await Play.published({ mode });
			play.submit({ count: 300 * 180, everyMs: 200, inSeconds: 5 });
			await play.pollTimes(10);
			play.network.pageMs = 20_000;
			await play.pollTimes(120);
			play.network.pageMs = 300;
			await play.drain({ polls: 30 });

			expect(play.problems()).toEqual([]);
			expectNothingUnfinished();
		});

		it('of 100 a minute while one page answers 500 for five hours', async () => {
			play = await Play.published({ mode });
			const ids = play.submit({ count: 100 * 330, everyMs: 600, inSeconds: 5 });
			const burst = play.submit({ count: 2_000, everyMs: 1, inSeconds: 600 });
			await play.pollTimes(5);
			play.service.breakRow(burst[700] ?? '');
			await play.pollTimes(300);
			play.service.mendRows();
			await play.drain({ polls: 30 });

			expect(ids.length).toBe(33_000);
			expect(play.problems()).toEqual([]);
		});

		it('of 300 a minute in an outage of five hours', async () => {
			play = await Play.published({ mode });
			play.submit({ count: 300 * 360, everyMs: 200, inSeconds: 5 });
			await play.pollTimes(5);
			play.network.outage = 'ECONNREFUSED';
			await play.pollTimes(300);
			play.network.outage = undefined;
			play.network.pageMs = 300;
			await play.drain({ polls: 40 });

			expect(play.problems()).toEqual([]);
		});

		it('of 100 a minute when polls come hourly', async () => {
			play = await Play.published({ mode });
			play.submit({ count: 100 * 60 * 12, everyMs: 600, inSeconds: 5 });

			await play.pollTimes(12, 60);
			await play.drain({ polls: 12 });

			expect(play.problems()).toEqual([]);
			expect(play.n8n.largestStateBytes).toBeLessThan(500_000);
		});
	},
);
