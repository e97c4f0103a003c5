import fc from 'fast-check';

import {
	budgetOf,
	RateBudget,
	type Wait,
} from '../../../../nodes/FormSubmissions/api/transport/budget';
import type { Caller } from '../../../../nodes/FormSubmissions/api/transport/priority';
import { forgetAll } from '../../../../nodes/FormSubmissions/general/remembered';
import { createEmulator, type ResetFormat } from '../../../emulator';
import { VirtualTime } from '../../../histories/world/virtualTime';
import { randomCases } from '../../../support/search';

const NOON = Date.UTC(2026, 2, 10, 12);
const WALK: Caller = { priority: 'walk', sent: 0 };

/** The headers of a response: how many requests are left in a window, and when it ends (Unix milliseconds). */
const left = (remaining: number, endsAtMs: number) => ({
	'x-ratelimit-remaining': String(remaining),
	'x-ratelimit-reset': String(endsAtMs),
});

let budget: RateBudget;

beforeEach(() => {
	budget = new RateBudget();
});

const wait = (waitMs: number, endsWithResponse: boolean): Wait => ({ waitMs, endsWithResponse });

/** A request that takes no time. */
function exchange(nowMs: number, headers: Record<string, string>) {
	budget.noteSent(nowMs);
	budget.noteEnded(headers, nowMs, nowMs);
}

/** Sends as many requests as are allowed at one time; returns their number. */
function sendAll(nowMs: number): number {
	let sent = 0;
	while (sent < 1_000 && budget.waitBefore(nowMs, WALK) === undefined) {
		budget.noteSent(nowMs);
		sent++;
	}
	return sent;
}

describe('the budget allows', () => {
	it('one request at the start; the others wait for its response', () => {
		expect(budget.waitBefore(NOON, WALK)).toBeUndefined();
		budget.noteSent(NOON);

		expect(budget.waitBefore(NOON, WALK)).toEqual(wait(2_000, true));
	});

	it('one more every two seconds while no response arrives', () => {
		budget.noteSent(NOON);
		expect(budget.waitBefore(NOON + 500, WALK)).toEqual(wait(1_500, true));
		expect(sendAll(NOON + 2_000)).toBe(1);
		expect(sendAll(NOON + 3_999)).toBe(0);
		expect(sendAll(NOON + 4_000)).toBe(1);
	});

	it('a request if the clock was set back while another one waits for its response', () => {
		budget.noteSent(NOON);

		expect(budget.waitBefore(NOON - 1, WALK)).toBeUndefined();
	});

	it('as many requests at once as remain, and no more', () => {
		exchange(NOON, left(3, NOON + 50_000));

		expect(sendAll(NOON)).toBe(3);
	});

	it('nothing if nothing remains, until the window ends', () => {
		exchange(NOON, left(0, NOON + 50_000));

		expect(budget.waitBefore(NOON + 10_000, WALK)).toEqual(wait(40_000, false));
		expect(budget.waitBefore(NOON + 49_999, WALK)).toEqual(wait(1, false));
		expect(budget.waitBefore(NOON + 50_000, WALK)).toBeUndefined();
	});

	it('one request in a new window; the others wait for its response', () => {
		exchange(NOON, left(0, NOON + 50_000));
		budget.noteSent(NOON + 50_000);

		expect(budget.waitBefore(NOON + 50_000, WALK)).toEqual(wait(2_000, true));
	});

	it('a quarter of a known limit in a new window, since others may use the key as well', () => {
		exchange(NOON, left(40, NOON + 50_000));

		expect(sendAll(NOON + 50_000)).toBe(10);
	});

	it('no more after responses that arrived out of order', () => {
		exchange(NOON, left(5, NOON + 50_000));
		for (let i = 0; i < 3; i++) budget.noteSent(NOON);
		budget.noteEnded(left(2, NOON + 50_000), NOON, NOON + 10);
		budget.noteEnded(left(4, NOON + 50_000), NOON, NOON + 20);
		budget.noteEnded(left(3, NOON + 50_000), NOON, NOON + 30);

		budget.noteSent(NOON);
		budget.noteSent(NOON);

		expect(budget.waitBefore(NOON + 40, WALK)?.waitMs).toBeGreaterThan(0);
	});

	it('no more after a late response from the previous window', () => {
		exchange(NOON, left(100, NOON + 1_000));
		budget.noteSent(NOON);
		exchange(NOON + 2_000, left(0, NOON + 62_000));

		budget.noteEnded(left(99, NOON + 1_000), NOON + 900, NOON + 2_500);

		expect(budget.waitBefore(NOON + 3_000, WALK)).toEqual(wait(59_000, false));
	});

	it('what a response that already counts toward the next window says', () => {
		exchange(NOON, left(0, NOON + 1_000));
		budget.noteSent(NOON);
		budget.noteEnded(left(3, NOON + 61_000), NOON + 900, NOON + 1_100);

		expect(sendAll(NOON + 1_100)).toBe(3);
	});

	it('what the response to a request sent as the window ended says, however short the next window is', () => {
		exchange(NOON, left(0, NOON + 50_000));
		exchange(NOON + 50_000, left(3, NOON + 51_500));

		expect(sendAll(NOON + 50_000)).toBe(3);
	});

	it.each([
		['two seconds later is the same: the lower number and the earlier end apply', 2_000, 0, 50_000],
		['more than two seconds later is the next', 2_001, 7, 52_001],
	])('what remains after a response whose window ends %s', (_which, laterMs, sent, endsInMs) => {
		exchange(NOON, left(0, NOON + 50_000));
		exchange(NOON, left(7, NOON + 50_000 + laterMs));

		expect(sendAll(NOON)).toBe(sent);
		expect(budget.resetInMs(NOON)).toBe(endsInMs);
	});

	it.each([
		[
			'two seconds earlier is the same: the lower number and the earlier end apply',
			2_000,
			0,
			48_000,
		],
		['more than two seconds earlier is over and says nothing', 2_001, 7, 50_000],
	])('what remains after a response whose window ends %s', (_which, earlierMs, sent, endsInMs) => {
		exchange(NOON, left(7, NOON + 50_000));
		exchange(NOON, left(0, NOON + 50_000 - earlierMs));

		expect(sendAll(NOON)).toBe(sent);
		expect(budget.resetInMs(NOON)).toBe(endsInMs);
	});

	it('one request fewer for each whose response was lost, since the service may have counted it', () => {
		exchange(NOON, left(1, NOON + 50_000));
		budget.noteSent(NOON);
		budget.noteEnded(undefined, NOON, NOON + 10);

		expect(budget.waitBefore(NOON + 20, WALK)).toEqual(wait(49_980, false));
	});

	it('nothing after a refusal until the stated time', () => {
		exchange(NOON, left(50, NOON + 50_000));
		budget.noteRefused(NOON + 20_000);

		expect(budget.waitBefore(NOON, WALK)).toEqual(wait(20_000, false));
		expect(budget.resetInMs(NOON + 5_000)).toBe(15_000);
		expect(budget.resetInMs(NOON + 20_000)).toBeUndefined();
	});

	it('waiting requests to retry when a response arrives, whatever it says', async () => {
		budget.noteSent(NOON);
		const woken = Promise.all([budget.nextResponse(), budget.nextResponse()]);

		budget.noteEnded(undefined, NOON, NOON);

		await expect(woken).resolves.toHaveLength(2);
	});
});

describe('two walks on one key', () => {
	afterEach(() => forgetAll());

	it('together never have more requests in flight than remain', () => {
		budget = budgetOf('key');
		const same = budgetOf('key');
		exchange(NOON, left(2, NOON + 50_000));

		budget.noteSent(NOON);
		same.noteSent(NOON);

		expect(budget.waitBefore(NOON, WALK)).toEqual(wait(50_000, true));
		expect(same.waitBefore(NOON, WALK)).toEqual(wait(50_000, true));
	});

	it('share what is known while 500 keys are in use; the least recently used is forgotten', () => {
		const [first, second] = ['0', '1'].map((key) => budgetOf(key));
		for (let key = 2; key < 500; key++) budgetOf(String(key));
		expect(budgetOf('0')).toBe(first);
		budgetOf('500');

		expect(budgetOf('0')).toBe(first);
		expect(budgetOf('1')).not.toBe(second);
	});
});

describe('headers that can be read', () => {
	const serviceDate = (ms: number) => new Date(ms).toUTCString();

	it.each([-3_600_000, 3_600_000])(
		'an absolute reset is interpreted correctly with a clock wrong by %i ms',
		(serviceAheadMs) => {
			exchange(NOON, {
				...left(0, NOON + serviceAheadMs + 40_000),
				date: serviceDate(NOON + serviceAheadMs),
			});

			expect(budget.waitBefore(NOON, WALK)).toEqual(wait(40_000, false));
		},
	);

	it('keeps the clock difference for responses that have no date', () => {
		const serviceMs = NOON - 3_600_000;
		exchange(NOON, { ...left(9, serviceMs + 60_000), date: serviceDate(serviceMs) });

		exchange(NOON, left(0, serviceMs + 60_000));

		expect(budget.waitBefore(NOON, WALK)).toEqual(wait(60_000, false));
	});

	it.each([
		['can just both be true are combined', 1_000, 40_000],
		['contradict each other are replaced by the later one', 1_001, 41_001],
	])('clock differences that %s', (_how, aheadMs, waitMs) => {
		exchange(NOON, { ...left(9, NOON + 1_000), date: serviceDate(NOON) });
		const serviceMs = NOON + 60_000;
		const nextMs = serviceMs + aheadMs;

		exchange(nextMs, { ...left(0, nextMs + 40_000), date: serviceDate(serviceMs) });

		expect(budget.waitBefore(nextMs, WALK)).toEqual(wait(waitMs, false));
	});

	it('treats 100 as milliseconds if the service has used them before', () => {
		exchange(NOON, { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '59000' });
		exchange(NOON + 58_900, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '100' });

		expect(budget.waitBefore(NOON + 58_900, WALK)).toEqual(wait(100, false));
	});
});

describe('unusable headers', () => {
	it.each<[string, Record<string, string>]>([
		['no headers', {}],
		['no reset', { 'x-ratelimit-remaining': '0' }],
		['no remaining', { 'x-ratelimit-reset': '50' }],
		['an unreadable reset', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'soon' }],
		['an unreadable remaining', { 'x-ratelimit-remaining': 'few', 'x-ratelimit-reset': '50' }],
		['a negative remaining', { 'x-ratelimit-remaining': '-1', 'x-ratelimit-reset': '50' }],
		['an empty remaining', { 'x-ratelimit-remaining': '', 'x-ratelimit-reset': '50' }],
		['a reset in the past', left(0, NOON - 86_400_000)],
	])('%s: the next request is sent', (_name, headers) => {
		exchange(NOON, headers);

		expect(budget.waitBefore(NOON, WALK)).toBeUndefined();
	});

	it.each<[string, Record<string, string>]>([
		['no headers', {}],
		['an unreadable reset', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'soon' }],
	])('%s: requests do not wait for one another', (_name, headers) => {
		exchange(NOON, headers);
		budget.noteSent(NOON);

		expect(budget.waitBefore(NOON, WALK)).toBeUndefined();
	});

	it('do not end a wait: the known window still applies', () => {
		exchange(NOON, left(0, NOON + 50_000));
		exchange(NOON + 10_000, {});

		expect(budget.waitBefore(NOON + 10_000, WALK)).toEqual(wait(40_000, false));
	});

	it('let no flood out if the service sends usable ones otherwise', () => {
		exchange(NOON, left(119, NOON + 50_000));
		exchange(NOON + 50_000, {});

		expect(sendAll(NOON + 50_000)).toBe(29);
	});

	it('no longer matter once the service sends usable ones', () => {
		exchange(NOON, {});
		exchange(NOON, left(40, NOON + 50_000));
		exchange(NOON + 50_000, {});

		expect(sendAll(NOON + 50_000)).toBe(10);
	});

	it('any text: after every wait that it causes, a request may be sent', () => {
		const header = fc.oneof(fc.string(), fc.integer().map(String), fc.double().map(String));
		fc.assert(
			fc.property(
				fc.array(fc.record({ remaining: header, reset: header, date: header })),
				(all) => {
					let nowMs = NOON;
					for (const { remaining, reset, date } of all) {
						const { waitMs = 0 } = budget.waitBefore(nowMs, WALK) ?? {};
						expect(waitMs).toBeLessThanOrEqual(61_000);
						nowMs += waitMs;
						expect(budget.waitBefore(nowMs, WALK)).toBeUndefined();
						exchange(nowMs, {
							'x-ratelimit-remaining': remaining,
							'x-ratelimit-reset': reset,
							date,
						});
					}
				},
			),
			randomCases(100),
		);
	});
});

const worlds = fc.record({
	resetRounding: fc.constantFrom('up', 'down'),
	clockSkewMs: fc.constantFrom(0, 0, 700, -700, 3_600_000, -3_600_000),
	limit: fc.integer({ min: 1, max: 12 }),
	requestsPerWalker: fc.integer({ min: 1, max: 20 }),
	/** The walkers' latencies, used in rotation. */
	walkers: fc.array(fc.array(fc.integer({ min: 0, max: 1_500 }), { minLength: 1, maxLength: 5 }), {
		minLength: 1,
		maxLength: 5,
	}),
	/** How far into a second the first request is sent. */
	offsetMs: fc.integer({ min: 0, max: 999 }),
});

type World = (typeof worlds extends fc.Arbitrary<infer T> ? T : never) & {
	resetFormat: ResetFormat;
};

const WINDOW_MS = 60_000;

/** Walks under the emulator's rate limit: refusals, and time lost beyond windows and latency. */
async function simulate(world: World): Promise<{ refusals: number; lostMs: number }> {
	const startedMs = NOON + world.offsetMs;
	const time = new VirtualTime(startedMs, () => {});
	const { limit: limitPerWindow, walkers, requestsPerWalker } = world;
	const emulator = createEmulator({
		...world,
		limitPerWindow,
		windowMs: WINDOW_MS,
		now: () => time.nowMs,
	});
	const key = emulator.addKey();
	const budget = new RateBudget();
	let refusals = 0;

	const sendOne = async (latencyMs: number) => {
		for (;;) {
			const wait = budget.waitBefore(time.nowMs, WALK);
			if (wait === undefined) break;
			const waits = [time.sleep(wait.waitMs)];
			if (wait.endsWithResponse) waits.push(budget.nextResponse());
			await Promise.race(waits);
		}
		budget.noteSent(time.nowMs);
		const sentAtMs = time.nowMs;
		await time.sleep(latencyMs / 2);
		const headers = { authorization: `Bearer ${key}` };
		const answer = emulator.handle({ method: 'GET', url: '/v1/forms', headers, body: '' });
		await time.sleep(latencyMs / 2);
		if (answer.kind !== 'response') throw new Error(`Not expected: ${answer.kind}`);
		if (answer.status === 429) refusals++;
		budget.noteEnded(answer.headers, sentAtMs, time.nowMs);
	};
	const walk = async (latencies: number[]) => {
		for (let i = 0; i < requestsPerWalker; i++) await sendOne(latencies[i % latencies.length] ?? 0);
	};
	await time.run(Promise.all(walkers.map(walk)));

	const requests = walkers.length * requestsPerWalker;
	const fullWindowsMs = (Math.ceil(requests / limitPerWindow) - 1) * WINDOW_MS;
	const longestLatencyMs = Math.max(...walkers.flat());
	const walkingMs = Math.min(requestsPerWalker, limitPerWindow) * longestLatencyMs;
	return { refusals, lostMs: time.nowMs - startedMs - fullWindowsMs - walkingMs };
}

describe('walks side by side under the emulator’s rate limit, in virtual time', () => {
	const FORMATS = [
		'unixSeconds',
		'unixMilliseconds',
		'secondsFromNow',
		'millisecondsFromNow',
		'iso',
		'httpDate',
	] as const;

	it.each(FORMATS)('are never refused and lose little time: %s', async (resetFormat) => {
		await fc.assert(
			fc.asyncProperty(worlds, async (world) => {
				const { refusals, lostMs } = await simulate({ ...world, resetFormat });

				expect(refusals).toBe(0);
				const windows = Math.ceil((world.walkers.length * world.requestsPerWalker) / world.limit);
				// Per window: a second for rounding, one for comparing clocks, and the round trip.
				expect(lostMs).toBeLessThanOrEqual(windows * (2_000 + 2 * 1_500));
			}),
			randomCases(60),
		);
	});
});
