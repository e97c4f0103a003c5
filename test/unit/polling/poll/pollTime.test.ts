import { Play, type PlayOptions } from '../../../histories/play';

let play: Play;

afterEach(() => play.stop());

const HOUR_MS = 3_600_000;

/** More has arrived than a poll can return; one page takes five seconds. */
async function leaveMoreThanEnough(mode: PlayOptions['mode']): Promise<void> {
	play = await Play.published({ mode });
	await play.poll();
	play.submit({ count: 5_000, everyMs: 1, inSeconds: 5 });
	play.network.pageMs = 5_000;
}

describe('a poll with a backlog', () => {
	it.each([
		['up to 52 seconds if polls are a minute apart', 'default', 1, 50],
		['no longer after one that was left out', 'default', 2, 50],
		['up to a third of the time since the last one', 'default', 6, 120],
		['at most four minutes', 'default', 13, 240],
		['at most four minutes after a day', 'default', 24 * 60, 240],
		['five seconds less than n8n allows', 'durable', 9, 30],
	] as const)('takes %s', async (_what, mode, afterMinutes, seconds) => {
		await leaveMoreThanEnough(mode);

		await play.poll({ afterMinutes });

		expect(Math.round((play.lastPoll?.durationMs ?? 0) / 1_000)).toBe(seconds);
	});

	it('takes up to 52 seconds if the clock was set back', async () => {
		await leaveMoreThanEnough('default');
		play.machine.moveClock(-HOUR_MS);

		await play.poll();

		expect(Math.round((play.lastPoll?.durationMs ?? 0) / 1_000)).toBe(50);
	});

	it('fetches at least one page, however little time n8n allows', async () => {
		await leaveMoreThanEnough('durable');
		play.n8n.budgetMs = 1_000;
		play.network.pageMs = 500;

		expect(await play.poll()).toHaveLength(100);
	});
});
