import { Play } from '../../../histories/steps/play';

let play: Play;

afterEach(() => play.stop());

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const NOON = Date.UTC(2026, 2, 10, 12);

async function pollEvery(afterMinutes: number, times: number): Promise<void> {
	for (let done = 0; done < times; done++) await play.poll({ afterMinutes });
}

describe('polls that are far apart', () => {
	it.each([
		[5 * MINUTE_MS, 10],
		[HOUR_MS, 24 * 60],
	])(
		'return a whole backlog although cursors live %d ms, and polls come every %d minutes',
		async (cursorLifeMs, afterMinutes) => {
			const service = { cursorLifeMs };
			play = new Play({ service, main: { startFromMs: NOON - DAY_MS } });
			play.submit({ count: 20_000, everyMs: 1_000, inSeconds: -20_000 });
			await play.publish(play.main);

			await pollEvery(afterMinutes, 3);

			expect(play.problems()).toEqual([]);
		},
		120_000,
	);

	it('say what to change if cursors expire before a backlog is through, and continue with what is new', async () => {
		const service = { cursorLifeMs: HOUR_MS };
		const days = 14;
		play = new Play({ service, main: { startFromMs: NOON - DAY_MS } });
		play.submit({ count: 200_000, everyMs: 100, inSeconds: -20_000 });
		await play.publish(play.main);
		const fresh = play.submit({ count: days, everyMs: DAY_MS, inSeconds: 60 });

		await pollEvery(24 * 60, days);
		const errors = play.main.polls.flatMap(({ error }) => error ?? []);

		expect(errors).toContainEqual(expect.stringMatching(/accept the cursor/));
		expect(fresh.slice(0, days - 6).map((id) => play.main.ledger.timesOf(id))).toEqual(
			Array(days - 6).fill(1),
		);
	}, 300_000);

	it.each(['default', 'durable'] as const)(
		'keep up with 300 submissions a minute when they come every hour (%s)',
		async (mode) => {
			// The durable scheduler allows a poll 45 seconds, whatever the interval.
			const perMinute = mode === 'default' ? 300 : 100;
			const hours = 12;
			play = await Play.published({ mode });
			play.submit({ count: perMinute * hours * 60, everyMs: MINUTE_MS / perMinute });

			await pollEvery(60, hours + 2);
			await play.pollTimes(5);

			expect(play.problems()).toEqual([]);
			expect(Math.max(...play.main.polls.map(({ durationMs }) => durationMs))).toBeLessThan(
				5 * MINUTE_MS,
			);
		},
		300_000,
	);
});
