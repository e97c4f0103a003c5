import { Play } from '../../histories/play';

let play: Play;

afterEach(() => play.stop());

async function published(listens = false): Promise<void> {
	play = await Play.published({ main: { listens } });
	await play.poll();
}

const isBehindCursor = (url: string) => url.includes('cursor=');

/** Changes the pages of the list. */
function onPages(change: (body: string, url: string) => string): void {
	play.service.onAnswer(({ url }, answer) =>
		answer.kind === 'response' && url.startsWith('/v1/submissions')
			? { ...answer, body: change(answer.body, url) }
			: answer,
	);
}

/** Each page is so long, in MB: JSON may have spaces at its end. */
function makePagesLong(megabytes: (url: string) => number): void {
	onPages((body, url) => body + ' '.repeat(megabytes(url) * 2 ** 20 - body.length));
}

async function countsOf(polls: number): Promise<number[]> {
	const counts: number[] = [];
	for (let poll = 0; poll < polls; poll++) counts.push((await play.poll()).length);
	return counts;
}

describe('a reading ends', () => {
	it('R9: where another page could bring more than it may return', async () => {
		await published();
		play.submit({ count: 5_050, everyMs: 5 });

		expect(await countsOf(2)).toEqual([5_000, 50]);
		expect(play.problems()).toEqual([]);
	});

	it('R16: where a page like the last would make more than 64 MB of text', async () => {
		await published();
		makePagesLong(() => 16);
		play.submit({ count: 950, everyMs: 10 });

		expect(await countsOf(3)).toEqual([400, 400, 150]);
		expect(play.problems()).toEqual([]);
	});

	it('R16: but not for pages without anything new', async () => {
		await published();
		play.submit({ count: 550, everyMs: 1_000 });
		await play.pollFor(10);
		makePagesLong(() => 16);

		await play.pollFor(9);

		const asked = play.main.polls.slice(-9).map(({ requests }) => requests);
		expect(Math.max(...asked)).toBeGreaterThan(4);
	});

	it('R17: with a page that is longer than that, if it is the first with something new', async () => {
		await published();
		makePagesLong(() => 65);
		play.submit({ count: 250, everyMs: 10 });

		expect(await countsOf(3)).toEqual([100, 100, 50]);
		expect(play.problems()).toEqual([]);
	});

	it('R17: before a long page that follows short ones: the next reading has it', async () => {
		await published();
		makePagesLong((url) => (isBehindCursor(url) ? 60 : 8));
		play.submit({ count: 200, everyMs: 10 });

		expect(await countsOf(2)).toEqual([100, 100]);
		expect(play.problems()).toEqual([]);
	});

	it('and the webhook trigger returns all of pages that are longer than a run may be, once', async () => {
		await published(true);
		makePagesLong(() => 40);
		play.submit({ count: 250, everyMs: 10, inSeconds: 1 });
		await play.pollFor(3);

		expect(play.problems()).toEqual([]);
	});
});

describe('a reading throws, and stores nothing,', () => {
	/** Two pages have come in; `spoil` keeps one of them from being read. */
	async function expectNothingStored(spoil: () => void, message: RegExp): Promise<void> {
		await published();
		const added = play.submit({ count: 150, everyMs: 390, inSeconds: 1 });
		const before = play.n8n.storedData();
		spoil();

		expect(await play.poll()).toEqual([]);
		expect(play.lastPoll?.error).toMatch(message);
		expect(play.n8n.storedData()).toEqual(before);

		play.service.clearFaults();
		play.service.onAnswer(undefined);
		expect(await play.poll()).toEqual(added);
	}

	it("I4: if it can't read the first page", async () => {
		const spoil = () => play.service.failNext({ status: 503 }, { times: 5 });

		await expectNothingStored(spoil, /is unavailable/);
	});

	it('I4: if any page is in another order', async () => {
		const oldestFirst = (body: string) => {
			const page = JSON.parse(body) as { data: unknown[] };
			return JSON.stringify({ ...page, data: page.data.reverse() });
		};
		const spoil = () => onPages((body, url) => (isBehindCursor(url) ? oldestFirst(body) : body));

		await expectNothingStored(spoil, /isn't ordered newest first/);
	});
});

describe('a search on its way to its place', () => {
	/** The webhook trigger reads 3,000 in pages of five seconds. */
	async function withSlowBacklog(): Promise<void> {
		await published(true);
		await play.poll();
		play.submit({ count: 3_000, everyMs: 200 });
		play.network.pageMs = 5_000;
	}

	it('R15: arrives, so that 3,000 come within half an hour though n8n was killed and cursors live half a minute', async () => {
		await withSlowBacklog();
		play.service.change({ cursorLifeMs: 30_000 });
		await play.n8n.restart(600);
		await play.pollFor(2);
		await play.n8n.restart(60);
		await play.pollFor(30);

		expect(play.main.ledger.missingInTime(play.nowMs)).toEqual([]);
		expect(play.problems()).toEqual([]);
	});

	it('R15: shows no error', async () => {
		await withSlowBacklog();
		await play.n8n.restart(600);
		await play.pollFor(2);
		play.service.refuseCursors();
		await play.pollFor(30);

		expect(play.main.failures).toEqual([]);
		expect(play.problems()).toEqual([]);
	});
});
