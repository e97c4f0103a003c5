import { Play } from '../../../histories/steps/play';
import { BACKLOG_FROM_MS } from './backlogs';

let play: Play;

afterEach(() => play.stop());

it.each(['default', 'durable'] as const)(
	'beside a backlog of 100,000, no new submission waits more than three minutes (%s)',
	async (mode) => {
		play = new Play({ mode, main: { startFromMs: BACKLOG_FROM_MS } });
		play.submit({ count: 100_000, everyMs: 500, inSeconds: -50_000 });
		const fresh = play.submit({ count: 40, everyMs: 60_000, inSeconds: 30 });
		await play.publish(play.main);

		await play.pollTimes(45);

		const { ledger } = play.main;
		const waits = fresh.map((id) => {
			const visibleMs = play.submissions.get(id)?.visibleMs ?? 0;
			return (ledger.returnedMs(id) ?? Infinity) - visibleMs;
		});
		expect(Math.max(...waits)).toBeLessThanOrEqual(180_000);
		expect(play.problems()).toEqual([]);
		expect(play.n8n.largestStateBytes).toBeLessThan(512 * 1024);
	},
	600_000,
);
