import { Play } from '../../../histories/play';

let play: Play;

afterEach(() => play.stop());

describe('a backlog', () => {
	/** Leaves a durable poll time for only two pages. */
	async function publishedWithSlowPages(): Promise<void> {
		play = await Play.published({ mode: 'durable' });
		await play.poll();
		play.n8n.budgetMs = 20_000;
		play.network.pageMs = 7_000;
	}

	it('too large for one poll is read by the next ones, and new submissions come before it', async () => {
		await publishedWithSlowPages();
		const added = play.submit({ count: 1_000, everyMs: 10, inSeconds: 10 });

		expect(await play.poll()).toEqual(added.slice(800));
		for (let minute = 0; minute < 12; minute++) {
			const later = play.submit({ inSeconds: 30 });
			expect(await play.poll()).toEqual(expect.arrayContaining(later));
		}

		expect(play.problems()).toEqual([]);
	});

	it('that a poll can finish comes with what is new in the same poll, oldest first', async () => {
		await publishedWithSlowPages();
		const added = play.submit({ count: 300, everyMs: 10, inSeconds: 10 });
		expect(await play.poll()).toEqual(added.slice(-200));
		const later = play.submit({ inSeconds: 30 });
		play.network.pageMs = 1_000;

		expect(await play.poll()).toEqual([...added.slice(0, 100), ...later]);
	});
});
