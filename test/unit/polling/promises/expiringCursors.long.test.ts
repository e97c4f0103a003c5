import { Play } from '../../../histories/steps/play';
import { BACKLOG_FROM_MS, expectNewReturnedSoon } from './backlogs';

let play: Play;

afterEach(() => play.stop());

const DAY = 24 * 60;

it.each([50, 1_000])(
	'cursors that live ten seconds for six minutes, then half an hour again, lose nothing of a backlog (a page takes %d ms)',
	async (latencyMs) => {
		play = new Play({ main: { startFromMs: BACKLOG_FROM_MS } });
		play.submit({ count: 30_000, everyMs: 500, inSeconds: -15_000 });
		const fresh = play.submit({ count: DAY, everyMs: 60_000, inSeconds: 30 });
		play.network.latencyMs = latencyMs;
		await play.publish(play.main);

		play.service.change({ cursorLifeMs: 10_000 });
		await play.pollTimes(6);
		play.service.change({ cursorLifeMs: 30 * 60_000 });
		await play.pollTimes(DAY - 6);

		expect(play.problems()).toEqual([]);
		const errors = play.main.polls.flatMap(({ error }) => error ?? []);
		// It polls every minute already.
		for (const error of errors) expect(error).not.toMatch(/every minute|more often/i);
		expectNewReturnedSoon(play, fresh);
	},
	600_000,
);
