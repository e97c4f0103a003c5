import fc from 'fast-check';

import { Play, type PlayOptions } from '../../../histories/play';
import { randomCases } from '../../../support/search';

let play: Play;

afterEach(() => play.stop());

/** Submissions wait, and n8n is asked to end so many milliseconds after what `begin` starts. */
async function expectNoneLost(
	mode: PlayOptions['mode'],
	begin: (stopInMs: number) => Promise<void>,
): Promise<void> {
	const property = fc.asyncProperty(fc.integer({ min: 0, max: 1_000 }), async (stopInMs) => {
		play = await Play.published({ mode });
		play.submit({ inSeconds: 1 });
		await play.poll();
		play.submit({ count: 600, everyMs: 10, inSeconds: 5 });

		await begin(stopInMs);
		await play.pollTimes(4);

		expect(play.problems()).toEqual([]);
		play.stop();
	});
	await fc.assert(property, randomCases(8, 50));
}

describe.each(['default', 'durable'] as const)('an n8n that is asked to end (%s)', (mode) => {
	it('at any moment of its start loses nothing of a backlog', async () => {
		await expectNoneLost(mode, async (stopInMs) => await play.n8n.restart(60, stopInMs));
	});

	it('at any moment of a scheduled poll loses nothing of a backlog', async () => {
		await expectNoneLost(mode, async (stopInMs) => {
			await play.begin();
			await play.n8n.passUntil(play.nowMs + stopInMs);
			play.n8n.end();
			await play.n8n.settle();
		});
	});
});
