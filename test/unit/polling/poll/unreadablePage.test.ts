import { Play, type PlayOptions } from '../../../histories/play';

let play: Play;

afterEach(() => play.stop());

const HELD_UP =
	/^[^.]*status 500\)\. Some older submissions can't be read yet\. New ones usually still run this workflow\. .* There is nothing to retry: what came meanwhile runs by itself afterward\.$/;

/** Of 350 submissions, the page with the second hundred can't be read. */
async function getStuck(mode: PlayOptions['mode'] = 'default'): Promise<void> {
	play = await Play.published({ mode });
	const added = play.submit({ count: 350, everyMs: 60_000, inSeconds: 1 });
	play.service.breakRow(added[200] ?? '');
	expect(await play.poll({ afterMinutes: 351 })).toEqual(added.slice(-100));
}

describe('a page that cannot be read', () => {
	it('is shown once an hour, and holds up what is below it, but nothing above; then all comes', async () => {
		await getStuck();
		await play.poll();
		expect(play.lastPoll?.error).toMatch(HELD_UP);
		const later = play.submit({ count: 2, inSeconds: 5 });
		expect(await play.pollFor(60)).toEqual(later);

		await play.poll();
		expect(play.lastPoll?.error).toMatch(HELD_UP);
		expect(await play.poll()).toEqual([]);
		play.service.mendRows();
		await play.poll();

		expect(play.problems()).toEqual([]);
		expect(await play.pollFor(9)).toEqual([]);
	});

	it('is not one that only the end of the poll cut short: no error is shown', async () => {
		play = await Play.published();
		play.network.pageMs = 20_000;
		play.submit({ count: 600, everyMs: 50, inSeconds: 1 });
		await play.pollFor(2);
		// The top leaves less time than the next page takes.
		play.network.pageMs = 28_000;
		await play.pollFor(3);
		play.network.pageMs = 50;
		await play.pollFor(3);

		expect(play.main.polls.flatMap(({ error }) => error ?? [])).toEqual([]);
		expect(play.problems()).toEqual([]);
	});

	it('is shown in every other poll at most, if polls are hours apart', async () => {
		await getStuck();
		await play.poll({ afterMinutes: 120 });
		const later = play.submit({ count: 2, inSeconds: 5 });

		expect(await play.poll({ afterMinutes: 120 })).toEqual(later);
		await play.poll({ afterMinutes: 120 });

		const shown = play.main.polls.slice(-3).map(({ error }) => error !== undefined);
		expect(shown).toEqual([true, false, true]);
	});

	it('is only logged where n8n would put polls off after an error', async () => {
		await getStuck('durable');
		const later = play.submit({ count: 2, inSeconds: 5 });

		expect(await play.poll()).toEqual(later);
		expect(play.warnings.at(-1)).toMatch(/status 500/);
		play.service.mendRows();
		await play.poll();
		expect(play.problems()).toEqual([]);
	});

	it('does not keep the workflow from being published again', async () => {
		await getStuck();
		await play.poll();

		await play.publish(play.main);

		expect(play.n8n.isPublished(play.main)).toBe(true);
		const later = play.submit({ inSeconds: 5 });
		expect(await play.poll()).toEqual(later);
	});
});
