import { Play } from '../../../histories/steps/play';

let play: Play;

afterEach(() => play.stop());

it('a burst of more submissions than IDs are kept hides none of the earlier ones', async () => {
	play = await Play.published();
	play.submit({ count: 5, everyMs: 2_000, inSeconds: 5 });
	play.submit({ count: 8_600, inSeconds: 30 });
	play.submit({ count: 8_600, inSeconds: 30.001 });

	await play.pollTimes(4);

	expect(play.problems()).toEqual([]);
}, 60_000);

it('a burst of more submissions than IDs are kept, at the instant of a poll, is returned once', async () => {
	play = await Play.published();
	play.submit({ count: 9_000, inSeconds: 59.86 });
	play.submit({ count: 9_000, inSeconds: 59.861 });

	await play.pollTimes(6);

	expect(play.problems()).toEqual([]);
}, 60_000);

it('a burst of one instant comes poll by poll if the end of each cuts off a request', async () => {
	play = await Play.published({ mode: 'durable' });
	play.service.change({ maxPageSize: 7 });
	play.network.latencyMs = 2_000;
	play.submit({ count: 1_000, inSeconds: 5 });

	await play.pollTimes(9);

	// Fifteen pages of two seconds fit into a poll, and half of a sixteenth. From the second poll on, two
	// of them show that nothing is new.
	const returned = play.main.polls.slice(1).map(({ rows }) => rows);
	expect(returned).toEqual([105, ...Array<number>(8).fill(91)]);
});
