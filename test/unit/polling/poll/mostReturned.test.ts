import { Play } from '../../../histories/play';

let play: Play;

afterEach(() => play.stop());

it('a poll returns at most 5,000 if the one before was a minute ago, and the next one the rest', async () => {
	play = await Play.published();
	await play.poll();
	play.submit({ count: 6_000, everyMs: 5 });

	expect((await play.poll()).length).toBe(5_000);
	expect((await play.poll()).length).toBe(1_000);
	expect(play.problems()).toEqual([]);
});

it('the first scheduled poll returns 18,000 if n8n published the trigger an hour ago', async () => {
	play = await Play.published();
	play.submit({ count: 18_000, everyMs: 200 });

	expect((await play.poll({ afterMinutes: 60 })).length).toBe(18_000);
	expect(play.problems()).toEqual([]);
});
