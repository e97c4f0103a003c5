import { Play } from '../../../histories/steps/play';

let play: Play;

afterEach(() => play.stop());

const CASES = (['default', 'durable'] as const).flatMap((mode) =>
	(['status500', 'noId'] as const).map((how) => ({ mode, how })),
);

const HOUR = 60;
const HOURS = 10;

/** The longest run of polls without an error. */
function longestSilence(errors: boolean[]): number {
	return Math.max(...errors.map((_, at) => errors.slice(at).concat(true).indexOf(true)));
}

describe('a page of a backlog that can never be read', () => {
	it.each(CASES)(
		'keeps no new submission waiting, is shown every hour, and costs little ($mode, $how)',
		async ({ mode, how }) => {
			play = new Play({ mode, main: { startFromMs: Date.UTC(2026, 2, 10) } });
			const old = play.submit({ count: 1_000, everyMs: 5_000, inSeconds: -3 * 3_600 });
			play.service.breakRow(old[500] ?? '', how);
			await play.publish(play.main);
			const fresh = play.submit({ count: HOURS * HOUR, everyMs: 60_000, inSeconds: 30 });

			await play.pollTimes(HOURS * HOUR);
			const polls = play.main.polls.slice(1);
			const missing = fresh.filter((id) => play.main.ledger.timesOf(id) !== 1);
			const errors = polls.map(({ error }) => error !== undefined);
			const requests = polls.reduce((sum, poll) => sum + poll.requests, 0);

			expect(missing.length).toBeLessThanOrEqual(2);
			expect(errors.slice(0, 10)).toContain(true);
			expect(longestSilence(errors)).toBeLessThanOrEqual(HOUR);
			expect(requests / polls.length).toBeLessThanOrEqual(8);

			play.service.mendRows();
			await play.pollTimes(HOUR + 5);

			expect(play.problems()).toEqual([]);
		},
		120_000,
	);

	it.each([
		{ mode: 'default', perMinute: 1 },
		{ mode: 'durable', perMinute: 20 },
	] as const)(
		'stops no later walk although several meet it ($mode, $perMinute a minute)',
		async ({ mode, perMinute }) => {
			play = await Play.published({ mode });
			const burst = play.submit({ count: 900, everyMs: 1, inSeconds: 30 });
			play.service.breakRow(burst[749] ?? '', 'status500');
			await play.poll();
			const minutes = 6 * HOUR;
			const everyMs = 60_000 / perMinute;
			const fresh = play.submit({ count: minutes * perMinute, everyMs, inSeconds: 1 });

			await play.pollTimes(minutes);
			const polls = play.main.polls.slice(1);
			const missing = fresh.filter((id) => play.main.ledger.timesOf(id) !== 1);
			const errors = polls.map(({ error }) => error !== undefined);

			expect(missing.length).toBeLessThanOrEqual(2 * perMinute);
			expect(longestSilence(errors)).toBeLessThanOrEqual(HOUR);
			expect(errors.filter(Boolean).length).toBeLessThanOrEqual(minutes / 10);

			play.service.mendRows();
			await play.pollTimes(HOUR + 5);

			expect(play.problems()).toEqual([]);
		},
		120_000,
	);

	it.each([
		{ mode: 'default', seconds: 11 },
		{ mode: 'durable', seconds: 6 },
		{ mode: 'durable', seconds: 9 },
	] as const)(
		'is shown about once an hour even if pages take $seconds s ($mode)',
		async ({ mode, seconds }) => {
			play = await Play.published({ mode });
			await play.pollTimes(3);
			const burst = play.submit({ count: 1_200, everyMs: 40, inSeconds: 5 });
			play.service.breakRow(burst[850] ?? '', 'status500');
			play.network.latencyMs = seconds * 1_000;
			const before = play.main.polls.length;
			play.submit({ count: 3 * HOUR, everyMs: 60_000, inSeconds: 61 });

			await play.pollTimes(3 * HOUR);

			const errors = play.main.polls.slice(before).filter(({ error }) => error !== undefined);
			expect(errors.length).toBeGreaterThanOrEqual(2);
			expect(errors.length).toBeLessThanOrEqual(6);
			play.service.mendRows();
			play.network.latencyMs = 50;
			await play.pollTimes(HOUR + 5);
			expect(play.problems()).toEqual([]);
		},
		240_000,
	);

	it('lets no gap rest while nothing at all can be read', async () => {
		play = new Play({ main: { startFromMs: Date.UTC(2026, 2, 10) } });
		play.submit({ count: 20_000, everyMs: 100, inSeconds: -3_600 });
		await play.publish(play.main);
		play.service.failNext({ status: 503 }, { times: 100 });

		await play.pollTimes(10);
		play.service.clearFaults();
		await play.pollTimes(4);

		const errors = play.main.polls.flatMap(({ error }) => error ?? []);
		expect(errors).toHaveLength(10);
		for (const error of errors) expect(error).not.toContain("older ones can't be read");
		expect(play.problems()).toEqual([]);
	}, 120_000);
});
