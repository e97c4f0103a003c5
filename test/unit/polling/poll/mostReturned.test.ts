import { Play } from '../../../histories/play';

let play: Play;

afterEach(() => play.stop());

async function published(listens = false): Promise<void> {
	play = await Play.published({ main: { listens } });
	await play.poll();
}

/** Each page is so long, in MB: JSON may have spaces at its end. */
function makePagesLong(megabytes: (cursor: boolean) => number): void {
	play.service.onAnswer(({ url }, answer) => {
		if (answer.kind !== 'response' || !url.startsWith('/v1/submissions')) return answer;
		const spaces = ' '.repeat(megabytes(url.includes('cursor=')) * 2 ** 20 - answer.body.length);
		return { ...answer, body: answer.body + spaces };
	});
}

async function countsOf(polls: number): Promise<number[]> {
	const counts: number[] = [];
	for (let poll = 0; poll < polls; poll++) counts.push((await play.poll()).length);
	return counts;
}

it('a poll returns at most 5,000 if the one before was a minute ago, and the next one the rest', async () => {
	await published();
	play.submit({ count: 6_000, everyMs: 5 });

	expect(await countsOf(2)).toEqual([5_000, 1_000]);
	expect(play.problems()).toEqual([]);
});

it('the first scheduled poll returns 18,000 if n8n published the trigger an hour ago', async () => {
	play = await Play.published();
	play.submit({ count: 18_000, everyMs: 200 });

	expect((await play.poll({ afterMinutes: 60 })).length).toBe(18_000);
	expect(play.problems()).toEqual([]);
});

describe('a poll holds at most 64 MB of text', () => {
	it('if pages are all as long as that', async () => {
		await published();
		makePagesLong(() => 16);
		play.submit({ count: 950, everyMs: 10 });

		expect(await countsOf(3)).toEqual([400, 400, 150]);
		expect(play.problems()).toEqual([]);
	});

	it('but a page that is longer, which comes alone', async () => {
		await published();
		makePagesLong(() => 65);
		play.submit({ count: 250, everyMs: 10 });

		expect(await countsOf(3)).toEqual([100, 100, 50]);
		expect(play.problems()).toEqual([]);
	});

	it('if a long page follows short ones: it is read by the next poll', async () => {
		await published();
		makePagesLong((isBehindCursor) => (isBehindCursor ? 60 : 8));
		play.submit({ count: 200, everyMs: 10 });

		expect(await countsOf(2)).toEqual([100, 100]);
		expect(play.problems()).toEqual([]);
	});
});

it('the webhook trigger returns all of pages that are longer than a run may be, once', async () => {
	await published(true);
	makePagesLong(() => 40);
	play.submit({ count: 250, everyMs: 10, inSeconds: 1 });
	await play.pollFor(3);

	expect(play.problems()).toEqual([]);
});
