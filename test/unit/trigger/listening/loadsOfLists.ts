/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import { Play, scattered } from '../../../histories/play';
import { isLate } from '../../../histories/world/ledger';
import { NOON } from '../../../histories/world/machine';

const MINUTE_MS = 60_000;

const DAY_MS = 24 * 60 * MINUTE_MS;

/** The most requests a minute, from so many submissions a minute on. */
const REQUESTS = [
	{ from: 600, most: 18 },
	{ from: 300, most: 9 },
	{ from: 61, most: 5 },
	{ from: 0, most: 2.5 },
];

type Lists = {
	/** How many come a minute, and how long the service takes for a page (seconds). */
	loads: Array<{ perMinute: number; pageSeconds: number }>;
	minutes: number;
	slowMinutes: number;
	burst: number;
	backlog: number;
	outageHours: number;
};

/** What a trigger that hears of no delivery is to bear: for hours in the search, some minutes in the unit tests. */
export function describeLists({
	loads,
	minutes,
	slowMinutes,
	burst,
	backlog,
	outageHours,
}: Lists): void {
	let play: Play;

	const published = async (startFromMs?: number) => {
		play = new Play({ main: { runFor: 'together', startFromMs } });
		await play.publish(play.main);
		await play.pass(5_000);
	};

	function expectNothingWrong(): void {
		expect(play.problems()).toEqual([]);
		expect(play.main.failures).toEqual([]);
		expect(play.n8n.largestStateBytes).toBeLessThan(500_000);
	}

	describe('without deliveries', () => {
		afterEach(() => play.stop());

		it.each(loads)(
			'$perMinute a minute, one in twenty late, with pages of $pageSeconds s, each run once, in time, for few requests',
			async ({ perMinute, pageSeconds }) => {
				await published();
				play.network.pageMs = 1_000 * pageSeconds;
				const ids = Array.from({ length: perMinute * minutes }, (_, n) => {
					const lateSeconds = n % 20 === 7 ? 1 + scattered(n / 20, 569) : 0;
					return play.add(1 + (n * 60) / perMinute, { lateSeconds, isDelivered: false });
				});
				// The first look for late ones has ended by then.
				await play.pass(Math.min(15, minutes / 2) * MINUTE_MS);
				const before = play.main.requests;
				const fromMs = play.nowMs;
				await play.pass(minutes * MINUTE_MS - (fromMs - NOON));
				const requests = (play.main.requests - before) / ((play.nowMs - fromMs) / MINUTE_MS);
				await play.drain(30);

				expectNothingWrong();
				const prompt = ids.filter((id) => {
					const one = play.submissions.get(id);
					return one && !isLate(one);
				});
				const longest = Math.max(...prompt.map((id) => play.minutesTaken(id)));
				process.stdout.write(
					`${expect.getState().currentTestName}: ${JSON.stringify({ longest, requests })}\n`,
				);
				expect(longest).toBeLessThanOrEqual(perMinute >= 300 ? 2 : 1.2);
				expect(requests).toBeLessThanOrEqual(
					REQUESTS.find(({ from }) => perMinute >= from)?.most ?? 0,
				);
			},
		);

		it('300 a minute come once though pages take 20 seconds', async () => {
			await published();
			play.submit({
				count: 300 * (slowMinutes + 10),
				everyMs: 200,
				inSeconds: 5,
				isDelivered: false,
			});
			await play.pass(5 * MINUTE_MS);
			play.network.pageMs = 20_000;
			await play.pass(slowMinutes * MINUTE_MS);
			play.network.pageMs = 300;
			await play.drain(30);

			expectNothingWrong();
		});

		it('a burst comes once, within two minutes and its runs', async () => {
			await published();
			const ids = play.submit({ count: burst, inSeconds: 30, isDelivered: false });
			await play.pass(10 * MINUTE_MS);

			expectNothingWrong();
			expect(Math.max(...ids.map((id) => play.minutesTaken(id)))).toBeLessThanOrEqual(2);
		});

		it('a backlog keeps no new one waiting', async () => {
			play = new Play({ main: { startFromMs: NOON - 10 * DAY_MS, runFor: 'together' } });
			play.network.pageMs = 300;
			play.submit({ count: backlog, everyMs: 500, inSeconds: -backlog / 2 - 1 });
			const fresh = play.submit({
				count: 40,
				everyMs: MINUTE_MS,
				inSeconds: 30,
				isDelivered: false,
			});
			await play.publish(play.main);
			await play.drain(10 + backlog / 3_000);

			expectNothingWrong();
			expect(Math.max(...fresh.map((id) => play.minutesTaken(id)))).toBeLessThanOrEqual(1.2);
		});

		it(`an outage of ${outageHours} hours costs nothing but time`, async () => {
			await published();
			const outageMs = outageHours * 60 * MINUTE_MS;
			play.network.outage = 'ECONNREFUSED';
			play.submit({ count: burst, everyMs: outageMs / burst, isDelivered: false });
			await play.n8n.passUntil(play.nowMs + outageMs);
			play.network.outage = undefined;
			await play.pass(10 * MINUTE_MS);

			expect(play.problems()).toEqual([]);
		});
	});
}
