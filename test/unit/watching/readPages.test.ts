import { refuseCursors } from '../../histories/playHistory';
import { Play } from '../../histories/play';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let play: Play;

afterEach(() => play.stop());

const hasCursor = ({ url }: { url: string }) => url.includes('cursor=');

/** A trigger that runs all new ones together; so many have come since, of which it isn't told. */
async function withNew(count: number, everyMs = 10): Promise<string[]> {
	play = await Play.published({ main: { runFor: 'together' } });
	await play.pass(5 * SECOND);
	return play.submit({ count, everyMs, inSeconds: 1, isDelivered: false });
}

/** Changes the pages of the list. */
function onPages(change: (body: string, url: string) => string): void {
	play.service.onAnswer(({ url }, answer) =>
		answer.kind === 'response' && url.startsWith('/v1/submissions')
			? { ...answer, body: change(answer.body, url) }
			: answer,
	);
}

/** Each page is so long, in MB: JSON may have spaces at its end. */
function makePagesLong(megabytes: number): void {
	onPages((body) => body + ' '.repeat(megabytes * 2 ** 20 - body.length));
}

/** The page behind a cursor says that it goes on behind the same one. */
function leadBack(body: string, url: string): string {
	const nextCursor = new URL(url, 'https://any.test').searchParams.get('cursor');
	if (nextCursor === null) return body;
	const pagination = { hasMore: true, nextCursor };
	return JSON.stringify({ ...(JSON.parse(body) as object), pagination });
}

function expectAll(ids: string[]): void {
	expect(play.main.returned).toHaveLength(ids.length);
	expect(play.problems()).toEqual([]);
}

describe('a reading of the top ends', () => {
	it('R3: where another page could bring more than a thousand, and the rest follows at once', async () => {
		const ids = await withNew(1_150);
		await play.pass(MINUTE + 15 * SECOND);

		expect(play.main.runs[0]).toBe(1_000);
		expectAll(ids);
	});

	it.each([16, 40, 65])(
		'R3: where it has as much text as a run may have; all comes, in pages of %d MB',
		async (megabytes) => {
			const ids = await withNew(450);
			makePagesLong(megabytes);
			await play.pass(5 * MINUTE);

			expectAll(ids);
		},
	);
});

describe('a reading finds nothing, and the next one all,', () => {
	async function expectAllLater(spoil: () => void, message: RegExp): Promise<void> {
		const ids = await withNew(150, 390);
		spoil();
		await play.pass(5 * MINUTE);
		expect(play.returned).toHaveLength(0);
		expect(play.main.failures).toEqual([expect.stringMatching(message)]);

		play.service.clearFaults();
		play.service.onAnswer(undefined);
		play.service.change({ forgetsCursors: false });
		await play.pass(2 * MINUTE);
		expectAll(ids);
	}

	it.each<[string, Parameters<Play['service']['failNext']>[0], RegExp]>([
		['the key is refused', { status: 401 }, /rejected the API key/],
		['the key has no permission to read', { status: 403 }, /permission to read submissions/],
		['the service is down', { status: 503 }, /is unavailable \(status 503\)/],
		['no response arrives', 'hang', /didn't respond in time/],
		['the response is cut off', 'cut', /connection was lost/],
		['the response is a web page', 'html', /isn't from this API/],
		['there is no list', { body: '{"ok":true}' }, /doesn't contain a list/],
	])('R7: if %s', async (_what, fault, message) => {
		await expectAllLater(() => play.service.failNext(fault, { times: Infinity }), message);
	});

	it('R7: if any page is in another order', async () => {
		const oldestFirst = (body: string) => {
			const page = JSON.parse(body) as { data: unknown[] };
			return JSON.stringify({ ...page, data: page.data.reverse() });
		};
		const spoil = () => onPages((body, url) => (hasCursor({ url }) ? oldestFirst(body) : body));

		await expectAllLater(spoil, /isn't ordered newest first/);
	});

	it('R7: if the list begins again behind a cursor', async () => {
		const spoil = () => play.service.change({ forgetsCursors: true });

		await expectAllLater(spoil, /isn't ordered newest first/);
	});
});

describe('a page further down', () => {
	it.each([
		[
			'cannot be read',
			() => play.service.failNext({ status: 503 }, { times: Infinity, when: hasCursor }),
		],
		['has a cursor that leads back to it', () => onPages(leadBack)],
	])(
		'R12: that %s holds up what is below, nothing above, and costs a request or two a minute',
		async (_what, spoil) => {
			const ids = await withNew(350, 100);
			spoil();
			await play.pass(3 * MINUTE);
			const before = play.main.requests;
			const [fresh = ''] = play.submit({ inSeconds: 1, isDelivered: true });
			await play.pass(10 * MINUTE);
			expect(play.secondsTaken(fresh)).toBeLessThanOrEqual(3);
			expect(play.main.failures).toHaveLength(1);
			// Each attempt at a page that answers 503 is five requests.
			expect(play.main.requests - before).toBeLessThanOrEqual(80);

			play.service.clearFaults();
			play.service.onAnswer(undefined);
			await play.pass(3 * MINUTE);
			expectAll([...ids, fresh]);
		},
	);

	it('R12: that cannot be read does not keep the workflow from being published again', async () => {
		const ids = await withNew(350);
		play.service.breakRow(ids[100] ?? '');
		await play.pass(2 * MINUTE);
		await play.publish(play.main);
		expect(play.n8n.isPublished(play.main)).toBe(true);
		play.service.mendRows();
		await play.pass(3 * MINUTE);

		expect(play.problems()).toEqual([]);
	});

	it.each([400, 404, 409, 410, 422, 'emptyPage'])(
		'R10: whose cursor is no longer accepted (%s) costs a search, and nothing else',
		async (how) => {
			const ids = await withNew(1_500);
			play.network.pageMs = 2 * SECOND;
			while (play.main.requests < 16) await play.pass(SECOND / 10);
			refuseCursors(play, how);
			await play.pass(5 * MINUTE);

			expectAll(ids);
			expect(play.main.failures).toEqual([]);
		},
	);
});

it('R10: a search that finds an empty list is over', async () => {
	await withNew(1_500);
	play.network.pageMs = 2 * SECOND;
	while (play.main.requests < 16) await play.pass(SECOND / 10);
	refuseCursors(play, 410);
	onPages(() => JSON.stringify({ ok: true, data: [], pagination: { hasMore: false } }));
	await play.pass(5 * MINUTE);
	const before = play.main.requests;
	await play.pass(10 * MINUTE);

	expect(play.main.requests - before).toBeLessThanOrEqual(11);
	expect(play.main.failures).toEqual([]);
});

describe('the rate limit', () => {
	it('only delays what is further down', async () => {
		const ids = await withNew(450);
		const headers = { 'retry-after': '60' };
		play.service.failNext({ status: 429, headers }, { when: hasCursor });
		await play.pass(4 * MINUTE);

		expectAll(ids);
		expect(play.main.failures).toEqual([]);
	});

	it('that something else with the key has used up only delays, too', async () => {
		const ids = await withNew(250);
		play.useKey(119);
		await play.pass(3 * MINUTE);

		expectAll(ids);
		expect(play.main.failures).toEqual([]);
	});
});

describe('a search on its way to its place', () => {
	it('arrives, though n8n is killed meanwhile and cursors live half a minute, and shows no error', async () => {
		play = await Play.published();
		await play.pass(5 * SECOND);
		play.submit({ count: 3_000, everyMs: 200 });
		play.network.pageMs = 5 * SECOND;
		play.service.change({ cursorLifeMs: 30_000 });
		await play.n8n.restart(600);
		await play.minutes(2);
		await play.n8n.restart(60);
		await play.minutes(30);

		expect(play.main.failures).toEqual([]);
		expect(play.main.ledger.missingInTime(play.nowMs)).toEqual([]);
		expect(play.problems()).toEqual([]);
	});
});

it.each([[0], [60]])(
	'a list that ends with an empty page costs a request a minute (%d come meanwhile)',
	async (count) => {
		play = new Play({ service: { cursorAtEnd: true }, main: { startFromMs: 1 } });
		play.submit({ count: 300, everyMs: SECOND, inSeconds: -600 });
		await play.publish(play.main);
		await play.pass(30 * MINUTE);
		play.submit({ count, everyMs: MINUTE, inSeconds: 1, isDelivered: false });
		const before = play.main.requests;
		await play.pass(60 * MINUTE);

		// Looks for late ones are some more.
		expect(play.main.requests - before).toBeLessThanOrEqual(count === 0 ? 61 : 90);
		expect(play.problems()).toEqual([]);
	},
);
