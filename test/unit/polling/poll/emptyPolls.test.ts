import { Play } from '../../../histories/play';

let play: Play;

afterEach(() => play.stop());

/** Of polls that return nothing, n8n stores nothing, but with durable cursors. */
describe.each(['default', 'legacy', 'scheduled', 'durable'] as const)(
	'an hour of polls that return nothing, after which n8n is killed (%s)',
	(mode) => {
		it.each([0, 3])('loses and repeats nothing if %d came before', async (count) => {
			play = await Play.published({ mode });
			const before = play.submit({ count, everyMs: 10, inSeconds: 5 });
			expect(await play.pollFor(2)).toEqual(before);
			play.submit({ status: 'spam', count: 5, everyMs: 600_000, inSeconds: 300 });
			expect(await play.pollFor(55)).toEqual([]);
			const late = play.submit({ lateSeconds: 8 * 60 });
			expect(await play.pollFor(5)).toEqual([]);
			const notPolledYet = play.submit();
			const whileDown = play.submit({ count: 3, everyMs: 10, inSeconds: 30 });

			await play.n8n.restart(90);
			const came = await play.pollFor(20);

			expect(came.sort()).toEqual([...late, ...notPolledYet, ...whileDown].sort());
			expect(play.problems()).toEqual([]);
		});
	},
);
