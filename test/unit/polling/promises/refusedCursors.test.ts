import { Play } from '../../../histories/steps/play';
import { inSearch } from '../../../support/search';

let play: Play;

afterEach(() => play.stop());

const KINDS = ['place', 'snapshot'] as const;

/** It keeps its place in the list, but its `createdAt` is a day ahead. */
function dateAhead(id = ''): void {
	const aheadMs = play.nowMs + 48 * 3_600_000;
	play.service.onAnswer((_request, answer) => {
		if (answer.kind !== 'response' || !answer.body.includes(`"${id}"`)) return answer;
		const page = JSON.parse(answer.body) as { data: Array<{ id: string; createdAt: string }> };
		const data = page.data.map((one) =>
			one.id === id ? { ...one, createdAt: new Date(aheadMs).toISOString() } : one,
		);
		return { ...answer, body: JSON.stringify({ ...page, data }) };
	});
}

describe('a cursor that the service refuses', () => {
	it.each([404, 410, 422, 500])(
		'with %s does not stop the polls: they return the rest and what is new',
		async (status) => {
			play = await Play.published();
			play.service.change({ maxPageSize: 5 });
			play.network.latencyMs = 9_000;
			play.submit({ count: 60, everyMs: 100, inSeconds: 5 });
			await play.poll();

			play.service.refuseCursors(status);
			play.service.change({ maxPageSize: 100 });
			play.network.latencyMs = 50;
			play.submit({ count: 3, inSeconds: 5 });
			await play.pollTimes(10);

			expect(play.problems()).toEqual([]);
		},
	);

	it('once it has been used, whoever waited for the response, does not stop a backlog', async () => {
		play = await Play.published();
		const used = new Set<string>();
		play.service.onAnswer(({ url }, answer) => {
			const cursor = new URL(url, 'https://service').searchParams.get('cursor');
			if (cursor === null) return answer;
			if (used.has(cursor)) return { kind: 'response', status: 410, headers: {}, body: '{}' };
			used.add(cursor);
			return answer;
		});
		play.network.latencyMs = 700;
		play.submit({ count: 15_000, everyMs: 10, inSeconds: 5 });

		await play.pollTimes(25);

		expect(play.problems()).toEqual([]);
	});

	it.each(KINDS)(
		'causes no repetition of thousands of submissions of one instant (cursors: %s)',
		async (cursors) => {
			play = await Play.published({ service: { cursors } });
			play.submit({ count: inSearch(2_500, 5_000), inSeconds: 5 });
			play.network.latencyMs = 2_000;
			await play.poll();
			play.service.refuseCursors(410);
			await play.poll();
			play.service.refuseCursors(410);
			play.network.latencyMs = 50;

			await play.pollTimes(10);

			expect(play.problems()).toEqual([]);
		},
	);

	it('does not lose one dated ahead that stands just below the place to be found again', async () => {
		play = await Play.published();
		const backlog = play.submit({ count: 3_600, everyMs: 10_000, inSeconds: 5 });
		dateAhead(backlog.at(-215));
		play.network.latencyMs = 15_000;
		await play.poll({ afterMinutes: 601 });
		play.service.refuseCursors(410);
		play.network.latencyMs = 50;

		for (let minute = 0; minute < 25; minute++) {
			play.submit({ count: 60, everyMs: 1_000, inSeconds: 1 });
			await play.poll();
		}
		await play.poll();

		expect(play.problems()).toEqual([]);
	});

	it('does not hold up a backlog of one instant whose small pages take all of a poll', async () => {
		play = await Play.published({ mode: 'durable' });
		play.service.change({ maxPageSize: 7 });
		play.network.latencyMs = 2_000;
		play.submit({ count: 250, inSeconds: 5 });
		await play.pollTimes(2);
		play.service.refuseCursors(404);
		await play.pollTimes(2);
		play.network.latencyMs = 50;

		await play.pollTimes(2);

		expect(play.problems()).toEqual([]);
	});

	it.each([
		[410, /doesn't accept the cursor/],
		[500, /is unavailable/],
	])(
		'with %s in every poll, in which it gets no further, is the error of the third; new ones come',
		async (status, message) => {
			play = await Play.published();
			play.service.change({ maxPageSize: 7 });
			play.network.latencyMs = 1_000;
			play.submit({ count: 1_000, everyMs: 60, inSeconds: 5 });
			await play.poll();

			for (let poll = 0; poll < 6; poll++) {
				play.service.refuseCursors(status);
				await play.poll();
			}
			const [fresh] = play.submit({ inSeconds: 5 });
			await play.poll();

			const errors = play.main.polls.flatMap(({ error }) => error ?? []);
			expect(errors).toEqual([expect.stringMatching(message)]);
			expect(errors).toEqual([expect.stringMatching(/New submissions still run this workflow/)]);
			expect(play.main.ledger.timesOf(fresh ?? '')).toBe(1);
		},
	);

	it('because of the key (403) or the rate limit (429) is used again', async () => {
		play = await Play.published();
		play.service.change({ maxPageSize: 5 });
		play.network.latencyMs = 9_000;
		play.submit({ count: 60, everyMs: 100, inSeconds: 5 });
		await play.poll();
		play.service.failNext({ status: 403 }, { times: 1 });
		await play.poll();
		play.service.failNext({ status: 429 }, { times: 5 });
		play.network.latencyMs = 50;

		await play.pollTimes(12);

		expect(play.problems()).toEqual([]);
	});
});
