import type { Fault } from '../../../emulator';
import { refuseCursors } from '../../../histories/playHistory';
import { Play, type PlayOptions } from '../../../histories/play';

let play: Play;

afterEach(() => play.stop());

const hasCursor = ({ url }: { url: string }) => url.includes('cursor=');

/** As many as asked for have come in since the trigger was published. */
async function withNew(
	count: number,
	{ mode, everyMs = 10 }: { mode?: PlayOptions['mode']; everyMs?: number } = {},
): Promise<string[]> {
	play = await Play.published({ mode });
	await play.poll();
	return play.submit({ count, everyMs, inSeconds: 5 });
}

describe('a poll that fails', () => {
	it.each<[string, Fault, number, RegExp]>([
		['the key is refused', { status: 401 }, 1, /rejected the API key/],
		['the key has no permission to read', { status: 403 }, 1, /permission to read submissions/],
		['the service is down', { status: 503 }, 5, /is unavailable \(status 503\)/],
		['no response arrives', 'hang', 5, /didn't respond in time/],
		['the response is cut off', 'cut', 5, /connection was lost/],
		['the response is a web page', 'html', 1, /isn't from this API/],
		['there is no list', { body: '{"ok":true}' }, 1, /doesn't contain a list/],
	])('because %s says so and changes nothing', async (_what, fault, times, message) => {
		const added = await withNew(150);
		play.service.failNext(fault, { times });

		await play.poll();

		expect(play.lastPoll?.error).toMatch(message);
		play.service.clearFaults();
		expect(await play.poll()).toEqual(added);
	});

	it('in the middle of the list returns what it has; the next one continues from there', async () => {
		const added = await withNew(350);
		play.service.failNext({ status: 503 }, { times: 5, when: hasCursor });

		expect(await play.poll()).toEqual(added.slice(-100));
		expect(await play.poll()).toEqual(added.slice(0, 250));
		expect(await play.poll()).toEqual([]);
	});

	it('because the list is in another order says so', async () => {
		play = new Play();
		for (let n = 0; n < 300; n++) {
			const createdAt = play.nowMs - 3_600_000 + n * 10_000;
			play.service.addSubmission({ formId: 'frm_a', createdAt, listedAt: -createdAt });
		}
		await play.publish(play.main);

		await play.pollFor(10);

		const errors = play.main.polls.flatMap(({ error }) => error ?? []);
		expect(errors).toContainEqual(expect.stringContaining("list isn't ordered newest first"));
	});

	it.each([10, 100])(
		'because the service answers with the first page again says so, and loses nothing (one every %i ms)',
		async (everyMs) => {
			const added = await withNew(350, { everyMs });
			play.service.change({ forgetsCursors: true });

			await play.poll();

			expect(play.lastPoll?.error).toMatch('it sent the beginning again');
			play.service.change({ forgetsCursors: false });
			expect(await play.poll()).toEqual(added);
		},
	);

	it('because it does so in the middle of the list loses nothing', async () => {
		const added = await withNew(350);
		play.service.failNext({ status: 503 }, { times: 5, when: hasCursor });
		expect(await play.poll()).toEqual(added.slice(-100));
		play.service.change({ forgetsCursors: true });
		expect(await play.pollFor(3)).toEqual([]);

		play.service.change({ forgetsCursors: false });
		expect(await play.poll()).toEqual(added.slice(0, 250));
	});

	it('as the first poll remembers nothing, so that the next one counts as the first', async () => {
		play = new Play();
		play.service.failNext({ status: 401 }, { times: 2 });
		await play.publish(play.main);
		expect(play.n8n.isPublished(play.main)).toBe(false);
		play.submit({ count: 3, inSeconds: 1 });
		await play.poll();

		expect(play.n8n.isPublished(play.main)).toBe(true);
		expect(await play.poll()).toEqual([]);
	});
});

describe('the rate limit', () => {
	it('ends the poll with what it has, and the next one continues at the cursor', async () => {
		const added = await withNew(450);
		const headers = { 'retry-after': '60' };
		play.service.failNext({ status: 429, headers }, { when: hasCursor });

		expect(await play.poll()).toEqual(added.slice(-100));
		expect(await play.poll()).toEqual(added.slice(0, 350));
		expect(play.lastPoll?.requests).toBe(5);
		expect(await play.poll()).toEqual([]);
	});

	it('reached before the first page is an error, and loses nothing', async () => {
		const added = await withNew(3);
		play.keyUse = 120;

		await play.poll({ afterMinutes: 2 });

		expect(play.lastPoll?.error).toMatch(/rate limit/);
		play.keyUse = 0;
		expect(await play.poll()).toEqual(added);
	});

	it('is waited for if it resets soon enough', async () => {
		const added = await withNew(250);
		await play.n8n.passUntil(play.nowMs + 70_000);
		play.useKey(119);

		expect(await play.poll({ afterMinutes: 2 })).toEqual(added);
		expect(play.service.tooManyRequestsCount()).toBe(0);
	});
});

describe('a cursor that the service no longer accepts', () => {
	/** A durable poll had time for two pages; the rest waits at a cursor. */
	async function leaveBacklog(count: number): Promise<void> {
		await withNew(count, { mode: 'durable' });
		play.n8n.budgetMs = 20_000;
		play.network.pageMs = 7_000;
		expect(await play.poll()).toHaveLength(200);
		play.n8n.budgetMs = 36_000;
		play.network.pageMs = 50;
	}

	it.each([400, 404, 409, 410, 422, 'emptyPage'])(
		'(%s) costs a search, and loses nothing',
		async (how) => {
			await leaveBacklog(500);
			refuseCursors(play, how);

			await play.poll();

			expect(play.lastPoll).toMatchObject({ rows: 300, requests: 7 });
			expect(play.problems()).toEqual([]);
		},
	);

	it('is an error if the service refuses the list itself, and loses nothing', async () => {
		await leaveBacklog(500);
		play.service.failNext({ status: 422 });

		await play.poll();

		expect(play.lastPoll?.error).toMatch(/didn't accept the request/);
		await play.pollFor(3);
		expect(play.problems()).toEqual([]);
	});

	it('in every poll, with no time for the search, is shown; all comes once there is time', async () => {
		await withNew(900, { everyMs: 50 });
		play.network.pageMs = 10_000;
		await play.poll();
		refuseCursors(play, 410);

		await play.poll();

		expect(play.lastPoll?.error).toMatch(/doesn't accept the cursor.*New ones usually still run/);
		const later = play.submit({ inSeconds: 5 });
		refuseCursors(play, 410);
		expect(await play.poll()).toEqual(later);
		play.network.pageMs = 50;
		await play.pollFor(2);
		expect(play.problems()).toEqual([]);
	});
});
