import { Play, scattered, type PlayOptions } from '../../histories/play';
import { isLate } from '../../histories/world/ledger';
import { NOON } from '../../histories/world/machine';

let play: Play;

afterEach(() => play.stop());

const DAY_MS = 24 * 3_600_000;

function expectNothingUnfinished(): void {
	const requests = play.main.polls.slice(-8).map((poll) => poll.requests);
	expect(requests.filter((count) => count === 1).length).toBeGreaterThanOrEqual(4);
	expect(play.main.polls.flatMap(({ error }) => error ?? [])).toEqual([]);
	expect(play.n8n.largestStateBytes).toBeLessThan(500_000);
}

type Load = {
	mode: PlayOptions['mode'];
	perMinute: number;
	pageMs: number;
	late?: true;
	/** There is more than polls have time for: late ones may be missed. */
	isTooMuch?: true;
};

it.each<Load>([
	{ mode: 'durable', perMinute: 600, pageMs: 2_500 },
	{ mode: 'default', perMinute: 690, pageMs: 2_500 },
	{ mode: 'default', perMinute: 600, pageMs: 1_200, late: true },
	{ mode: 'durable', perMinute: 600, pageMs: 1_200, late: true },
	{ mode: 'durable', perMinute: 100, pageMs: 3_000, late: true },
	{ mode: 'default', perMinute: 1_500, pageMs: 3_000, late: true, isTooMuch: true },
	{ mode: 'durable', perMinute: 1_500, pageMs: 3_000, late: true, isTooMuch: true },
])(
	'$perMinute a minute in pages of $pageMs ms come once ($mode)',
	async ({ mode, perMinute, pageMs, late, isTooMuch = false }) => {
		const minutes = 80;
		play = await Play.published({ mode });
		play.network.pageMs = pageMs;
		for (let n = 0; n < perMinute * minutes; n++) {
			const lateSeconds = late && n % 20 === 0 ? 1 + scattered(n / 20, 569) : 0;
			play.add((n * 60) / perMinute, { lateSeconds });
		}
		await play.pollFor(minutes);
		if (isTooMuch) play.network.pageMs = 300;
		await play.drain({ polls: 30 });

		expect(play.problems((_, one) => isTooMuch && isLate(one))).toEqual([]);
		expectNothingUnfinished();
	},
);

describe.each(['default', 'durable'] as const)('(%s)', (mode) => {
	it('300 a minute come once though pages take 20 seconds for two hours', async () => {
		play = await Play.published({ mode });
		play.submit({ count: 300 * 180, everyMs: 200, inSeconds: 5 });
		await play.pollFor(10);
		play.network.pageMs = 20_000;
		await play.pollFor(120);
		play.network.pageMs = 300;
		await play.drain({ polls: 30 });

		expect(play.problems()).toEqual([]);
		expectNothingUnfinished();
	});

	it('a backlog of 120,000 keeps no new submission waiting, and its state is small', async () => {
		play = new Play({ mode, main: { startFromMs: NOON - 10 * DAY_MS } });
		play.network.pageMs = 300;
		play.submit({ count: 120_000, everyMs: 500, inSeconds: -60_000 });
		const fresh = play.submit({ count: 40, everyMs: 60_000, inSeconds: 30 });
		await play.publish(play.main);

		await play.pollFor(45);

		expect(Math.max(...fresh.map((id) => play.minutesTaken(id)))).toBeLessThanOrEqual(2);
		expect(play.problems()).toEqual([]);
		expect(play.n8n.largestStateBytes).toBeLessThan(500_000);
	});

	it.each([
		[60, 4],
		[694, 25],
	])(
		'%i a minute, late ones included, cost at most %i requests a poll',
		async (perMinute, most) => {
			play = new Play({ mode });
			const everyMs = 60_000 / perMinute;
			play.submit({ count: 12 * perMinute, everyMs, inSeconds: -720 });
			await play.publish(play.main);
			play.submit({ count: 60 * perMinute, everyMs });
			play.submit({ count: 30, everyMs: 60_000, lateSeconds: 180 });
			play.submit({ count: 30, everyMs: 60_000, lateSeconds: 595 });

			await play.pollFor(80);

			expect(play.problems()).toEqual([]);
			// Four whole times from one look for late ones to the next.
			const counted = play.main.polls.slice(16, 56).map(({ requests }) => requests);
			expect(counted.reduce((sum, count) => sum + count, 0) / 40).toBeLessThanOrEqual(most);
			expect(play.n8n.largestStateBytes).toBeLessThan(500_000);
		},
	);
});

describe('polls far apart return all that came since the one before', () => {
	it('of 300 a minute for 12 hours, each hour', async () => {
		play = await Play.published();
		const perHour = 60 * 300;
		play.submit({ count: 12 * perHour, everyMs: 200, inSeconds: 1 });
		for (let hour = 0; hour < 12; hour++) {
			const ids = await play.poll({ afterMinutes: 60 });
			expect(Math.abs(ids.length - perHour)).toBeLessThanOrEqual(300 * 5);
		}
		await play.drain({ polls: 2, afterMinutes: 60 });

		expect(play.problems()).toEqual([]);
		expect(play.n8n.largestStateBytes).toBeLessThan(500_000);
	});

	it('of 40,000 a day', async () => {
		play = await Play.published();
		await play.poll({ afterMinutes: 1_440 });
		play.submit({ count: 40_000, everyMs: 2_000, inSeconds: 1 });

		expect((await play.poll({ afterMinutes: 1_440 })).length).toBe(40_000);
		expect(play.problems()).toEqual([]);
	});
});
