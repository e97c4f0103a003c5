import type { Fault } from '../../../emulator';
import { clock, MINUTE, SECOND } from './pollingClock';
import { hasCursor, trigger, usePollingTrigger } from './pollingTrigger';

usePollingTrigger();

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
		await trigger.poll();
		const added = trigger.arrive(150);
		const before = JSON.stringify(trigger.staticData);
		trigger.emulator.failNext(fault, { times });

		await expect(trigger.poll()).rejects.toThrow(message);

		expect(JSON.stringify(trigger.staticData)).toBe(before);
		expect(await trigger.pollIds()).toEqual(added);
	});

	it('in the middle of the list returns what it has; the next one continues from there', async () => {
		await trigger.poll();
		const added = trigger.arrive(350);
		trigger.emulator.failNext({ status: 503 }, { times: 5, when: hasCursor });

		expect(await trigger.pollIds()).toEqual(added.slice(-100));
		expect(await trigger.pollIds()).toEqual(added.slice(0, 250));
		expect(await trigger.poll()).toBeNull();
	});

	it('never includes the key in its message', async () => {
		await trigger.poll();
		trigger.emulator.failNext({
			status: 401,
			body: { error: `the key ${trigger.apiKey} is unknown` },
		});

		const error = await trigger.poll().catch((thrown: Error) => thrown);

		expect(error).toMatchObject({ description: expect.stringContaining('***') });
		expect(JSON.stringify(error)).not.toContain(trigger.apiKey);
	});

	it('as the first poll remembers nothing, so that the next one counts as the first', async () => {
		trigger.emulator.failNext({ status: 401 });
		await expect(trigger.poll()).rejects.toThrow();

		expect(trigger.staticData.global).toEqual({});
		trigger.arrive(3);
		expect(await trigger.publishAgain()).toBeNull();
	});
});

describe('the rate limit', () => {
	/** Other programs use the key: only this many requests are left in this minute. */
	function leave(requests: number): void {
		for (let used = requests; used < 120; used++) {
			trigger.emulator.handle({
				method: 'GET',
				url: '/v1/forms',
				headers: { 'x-api-key': trigger.apiKey },
				body: '',
			});
		}
	}

	it('ends the poll with what it has, and the next one continues at the cursor', async () => {
		await trigger.start();
		const added = trigger.arrive(450);
		const headers = { 'retry-after': '60' };
		trigger.emulator.failNext({ status: 429, headers }, { when: hasCursor });

		expect(await trigger.pollIds()).toEqual(added.slice(-100));
		clock.nowMs += MINUTE;
		trigger.emulator.clearRequests();
		expect(await trigger.pollIds()).toEqual(added.slice(0, 350));
		expect(trigger.emulator.requests.map(({ query }) => query.cursor === undefined)).toEqual([
			true,
			false,
			false,
			false,
			false,
		]);
		expect(await trigger.poll()).toBeNull();
	});

	it('reached before the first page is an error, and loses nothing', async () => {
		await trigger.poll();
		const added = trigger.arrive(3);
		clock.nowMs += MINUTE;
		leave(1);
		await trigger.poll({ nodeId: 'other' });

		await expect(trigger.poll()).rejects.toThrow(/rate limit/);
		clock.nowMs += MINUTE;
		expect(await trigger.pollIds()).toEqual(added);
	});

	it('is waited for if it resets soon enough', async () => {
		await trigger.poll();
		const added = trigger.arrive(250);
		clock.nowMs += 2 * MINUTE;
		leave(1);
		clock.nowMs += 50 * SECOND;

		expect(await trigger.pollIds()).toEqual(added);
		expect(trigger.emulator.tooManyRequestsCount()).toBe(0);
	});
});

describe('a cursor that the service no longer accepts', () => {
	const REFUSED = { status: 422 };
	const REFUSED_ANSWER = {
		kind: 'response',
		status: 422,
		headers: {},
		body: '{"ok":false}',
	} as const;
	const short = { budgetMs: 5 * SECOND + 1.5 * 10 * SECOND };

	/** Two pages were returned; the rest waits at a cursor that will be refused. */
	async function leaveBacklog(count: number, stepMs: number): Promise<[string[], unknown[]]> {
		await trigger.poll();
		const added = trigger.arrive(count, { stepMs });
		trigger.responsesTake(10 * SECOND);
		const first = await trigger.pollIds(short);
		trigger.emulator.onAnswer(undefined);
		expect(first).toHaveLength(200);
		clock.nowMs += 10 * SECOND;
		return [added, first];
	}

	it.each([400, 404, 409, 410, 422])(
		'(%i) costs a search for its place, and nothing else',
		async (status) => {
			const [added, first] = await leaveBacklog(500, 10);
			trigger.emulator.failNext({ status }, { when: hasCursor });

			expect([...(await trigger.pollIds()), ...first]).toEqual(added);
			expect(await trigger.poll()).toBeNull();
		},
	);

	it('costs a search, too, if its answer is an empty last page', async () => {
		const [added, first] = await leaveBacklog(500, 10);
		const body = { ok: true, data: [], pagination: { hasMore: false } };
		trigger.emulator.failNext({ status: 200, body }, { when: hasCursor });

		expect([...(await trigger.pollIds()), ...first]).toEqual(added);
	});

	it('is an error if the service refuses the list itself', async () => {
		await leaveBacklog(500, 10);
		const before = JSON.stringify(trigger.staticData);
		trigger.emulator.failNext(REFUSED);

		await expect(trigger.poll()).rejects.toThrow(/didn't accept the request/);
		expect(JSON.stringify(trigger.staticData)).toBe(before);
	});

	it('costs a search, too, if it is refused with an empty last page in the middle of a poll', async () => {
		const [added, first] = await leaveBacklog(900, 10);
		const body = { ok: true, data: [], pagination: { hasMore: false } };
		let pages = 0;
		trigger.emulator.failNext({ status: 200, body }, { when: () => ++pages === 4 });

		const seen = [...(await trigger.pollIds()), ...(await trigger.pollFor(2))];

		expect([...seen, ...first].sort()).toEqual([...added].sort());
	});

	it('is no end of the list if the search for its place meets an empty last page, too', async () => {
		const [added, first] = await leaveBacklog(900, 50);
		const body = { ok: true, data: [], pagination: { hasMore: false } };
		trigger.emulator.failNext({ status: 200, body }, { times: 2, when: hasCursor });

		await expect(trigger.poll()).rejects.toThrow(/doesn't accept the cursor/);
		const seen = [...(await trigger.pollIds()), ...(await trigger.pollFor(2))];

		expect([...seen, ...first].sort()).toEqual([...added].sort());
	});

	it('is the end of the list if the last page is empty each time', async () => {
		trigger.emulator.onAnswer(({ url }, answer) => {
			if (answer.kind !== 'response' || !url.includes('/v1/submissions')) return answer;
			const body = JSON.parse(answer.body) as { data: unknown[]; pagination: object };
			const hasMore = body.data.length > 0;
			const pagination = hasMore ? { nextCursor: 'end', ...body.pagination, hasMore } : { hasMore };
			return { ...answer, body: JSON.stringify({ ...body, pagination }) };
		});
		await trigger.poll();
		const added = trigger.arrive(10);
		trigger.emulator.failNext(
			{ status: 200, body: { ok: true, data: [], pagination: { hasMore: false } } },
			{ times: 3, when: ({ url }) => url.includes('cursor=end') },
		);

		expect(await trigger.pollFor(2)).toEqual(added);
		expect(trigger.remembered()?.unfinished).toEqual([]);
	});

	it('in every poll, with no time for the search, is shown; all comes once there is time', async () => {
		await trigger.start();
		const added = trigger.arrive(900, { stepMs: 50 });
		let stale: string | undefined;
		// A poll has time for five pages.
		trigger.emulator.onAnswer(({ url }, answer) => {
			clock.nowMs += 10 * SECOND;
			return stale !== undefined && url.includes(`cursor=${stale}`) ? REFUSED_ANSWER : answer;
		});
		const seen = await trigger.pollIds();
		const poll = async () => {
			clock.nowMs += 10 * SECOND;
			stale = trigger.remembered()?.unfinished[0]?.cursor;
			return await trigger.pollIds();
		};

		await expect(poll()).rejects.toMatchObject({
			message: expect.stringMatching(/doesn't accept the cursor/),
			description: expect.stringMatching(/New submissions still run this workflow/),
		});
		const later = trigger.arrive(1);
		expect(await poll()).toEqual(later);
		trigger.emulator.onAnswer(undefined);
		seen.push(...(await trigger.pollFor(2)));
		expect(seen).toHaveLength(900);
		expect(new Set(seen)).toEqual(new Set(added));
	});
});
