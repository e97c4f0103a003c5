import { refuseCursors } from '../../../histories/playHistory';
import { Play } from '../../../histories/play';
import { NOON } from '../../../histories/world/machine';

let play: Play;

afterEach(() => play.stop());

const KINDS = [400, 404, 409, 410, 422, 'emptyPage'] as const;

/** A backlog that takes several polls: after three, the first 6,000 have come. */
async function withBacklog(): Promise<void> {
	play = new Play({ main: { startFromMs: NOON - 24 * 3_600_000 } });
	play.network.pageMs = 2_400;
	play.submit({ count: 9_000, everyMs: 1_000, inSeconds: -10_000 });
	await play.publish(play.main);
	await play.pollTimes(3);
}

describe('a cursor that the service no longer accepts in a backlog', () => {
	it.each(KINDS)('(%s) costs a search and loses nothing', async (how) => {
		await withBacklog();
		const before = play.main.polls.length;

		refuseCursors(play, how);
		await play.pollTimes(8);

		const after = play.main.polls.slice(before);
		expect(play.problems()).toEqual([]);
		// The search takes longer than a poll, which may be said once.
		expect(after.filter(({ error }) => error !== undefined).length).toBeLessThanOrEqual(1);
		// 60 pages that were read before, 30 that were not, those of a poll that said so again, and two a poll.
		expect(after.reduce((sum, { requests }) => sum + requests, 0)).toBeLessThan(130);
	});

	it.each([50, 1_000])(
		'because each lives ten seconds only for some minutes loses nothing (pages of %d ms)',
		async (pageMs) => {
			play = new Play({ main: { startFromMs: NOON - 24 * 3_600_000 } });
			play.submit({ count: 15_000, everyMs: 500, inSeconds: -15_000 });
			play.submit({ count: 40, everyMs: 60_000, inSeconds: 30 });
			play.network.pageMs = pageMs;
			await play.publish(play.main);

			play.service.change({ cursorLifeMs: 10_000 });
			await play.pollTimes(6);
			play.service.change({ cursorLifeMs: Infinity });
			await play.pollTimes(40);

			expect(play.problems()).toEqual([]);
		},
	);

	it.each(['place', 'snapshot'] as const)(
		'repeats none of thousands of one instant (cursors: %s)',
		async (cursors) => {
			play = await Play.published({ service: { cursors } });
			play.submit({ count: 4_000, inSeconds: 5 });
			play.network.pageMs = 2_000;
			for (let round = 0; round < 2; round++) {
				await play.poll();
				refuseCursors(play, 410);
			}
			play.network.pageMs = 50;

			await play.pollTimes(10);

			expect(play.problems()).toEqual([]);
		},
	);
});
