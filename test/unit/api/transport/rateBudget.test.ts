import fc from 'fast-check';

import {
	budgetOf,
	RateBudget,
	type Caller,
	type Priority,
} from '../../../../nodes/FormSubmissions/api/transport/rateBudget';
import { forgetAll } from '../../../../nodes/FormSubmissions/general/processMemory';
import { randomCases } from '../../../support/search';

const NOON = Date.UTC(2026, 2, 10, 12);
const MINUTE_MS = 60_000;

/** The headers of a response: how many requests are left in a window, and when it ends (Unix milliseconds). */
const left = (remaining: number, endsMs: number) => ({
	'x-ratelimit-remaining': String(remaining),
	'x-ratelimit-reset': String(endsMs),
});

let budget: RateBudget;

beforeEach(() => {
	budget = new RateBudget();
});

/** A request that takes no time. */
function exchange(nowMs: number, headers: Record<string, string>) {
	budget.noteSent();
	budget.noteEnded(headers, nowMs, nowMs);
}

/** How long a caller has to wait; by default, always the same one. */
const waitMs = (nowMs: number, priority: Priority = 'walk', caller: Caller = 'caller') =>
	budget.waitMs(nowMs, priority, caller);

/** Sends as many requests as may leave at one time; returns their number. */
function sendAll(nowMs: number, priority: Priority = 'walk'): number {
	for (let sent = 0; ; sent++) {
		if (waitMs(nowMs, priority) > 0) return sent;
		budget.noteSent();
	}
}

describe('the budget allows', () => {
	it('what the specification says while no response has arrived: 120 requests in a minute', () => {
		expect(sendAll(NOON)).toBe(120);
		expect(waitMs(NOON + 10_000)).toBe(50_000);
	});

	it('as many requests at once as a response says are left', () => {
		exchange(NOON, left(3, NOON + 50_000));

		expect(sendAll(NOON)).toBe(3);
		expect(waitMs(NOON + 10_000)).toBe(40_000);
	});

	it('in the next window, as many as the highest number that was ever left', () => {
		exchange(NOON, left(39, NOON + 50_000));
		exchange(NOON, left(7, NOON + 50_000));

		expect(sendAll(NOON + 50_000)).toBe(40);
	});

	it('no more while requests are under way that the service may count in either window', () => {
		exchange(NOON, left(39, NOON + 50_000));
		for (let sent = 0; sent < 10; sent++) budget.noteSent();

		expect(sendAll(NOON + 50_000)).toBe(30);
	});

	it('no more after responses that arrived out of order', () => {
		exchange(NOON, left(5, NOON + 50_000));
		for (let sent = 0; sent < 3; sent++) budget.noteSent();
		for (const remaining of [2, 4, 3]) {
			budget.noteEnded(left(remaining, NOON + 50_000), NOON, NOON + 10);
		}

		expect(sendAll(NOON + 20)).toBe(2);
	});

	it('no more and no less after a late response from the window before', () => {
		exchange(NOON, left(39, NOON + 1_000));
		budget.noteSent();
		exchange(NOON + 1_000, left(20, NOON + 61_000));

		budget.noteEnded(left(3, NOON + 3_000), NOON + 900, NOON + 2_500);

		expect(sendAll(NOON + 2_500)).toBe(19);
	});

	it('no more because of an end that is up to three seconds later: both may be rounded', () => {
		exchange(NOON, left(0, NOON + 50_000));
		exchange(NOON, left(9, NOON + 53_000));

		expect(sendAll(NOON)).toBe(0);
	});

	it('no more for a request whose response was lost', () => {
		exchange(NOON, left(2, NOON + 50_000));
		budget.noteSent();
		budget.noteEnded(undefined, NOON, NOON + 10);

		expect(sendAll(NOON + 20)).toBe(1);
	});

	it.each([
		['as long as Retry-After says', left(50, NOON + 50_000), 20_000, 20_000],
		['at most 61 seconds, even if it says more', left(50, NOON + 50_000), 3_600_000, 61_000],
		['until the reset if it says nothing', left(50, NOON + 50_000), undefined, 50_000],
		['for a minute if neither says anything', {}, undefined, MINUTE_MS],
	])('nothing after a refusal: %s', (_how, headers, retryAfterMs, expectedMs) => {
		exchange(NOON, headers);
		budget.noteRefused(retryAfterMs, NOON);

		expect(waitMs(NOON)).toBe(expectedMs);
		expect(waitMs(NOON + expectedMs)).toBe(0);
	});

	it('nothing until the earliest end that responses say, whatever headers that say nothing', () => {
		exchange(NOON, left(0, NOON + 50_000));
		exchange(NOON + 1_000, left(0, NOON + 49_000));
		exchange(NOON + 10_000, {});

		expect(waitMs(NOON + 10_000)).toBe(39_000);
	});
});

describe('while polls are expected', () => {
	beforeEach(() => {
		waitMs(NOON - MINUTE_MS, 'poll');
		exchange(NOON, left(60, NOON + MINUTE_MS));
	});

	it('lists leave them twenty requests of a window, until its last ten seconds', () => {
		expect(sendAll(NOON)).toBe(40);
		expect(waitMs(NOON)).toBe(50_000);
		expect(sendAll(NOON + 50_000)).toBe(20);
	});

	it.each(['poll', 'person'] as const)('a %s takes them', (priority) => {
		sendAll(NOON);

		expect(sendAll(NOON, priority)).toBe(20);
	});

	it('lists leave them as many as they took in the last minute, up to half of a window', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 60 }), (perMinute) => {
				budget = new RateBudget();
				let [due, lists] = [0, 0];
				for (let passedMs = 0; passedMs < 5 * MINUTE_MS; passedMs += 100) {
					const nowMs = NOON + passedMs;
					for (; passedMs >= MINUTE_MS && waitMs(nowMs) === 0; lists++) exchange(nowMs, {});
					if (passedMs < (due * MINUTE_MS) / perMinute) continue;
					due++;
					expect(waitMs(nowMs, 'poll', 'a poll')).toBe(0);
					exchange(nowMs, {});
				}
				expect(lists / 4).toBeGreaterThanOrEqual(120 - perMinute - 1);
			}),
			randomCases(20),
		);
	});

	it('lists take everything again after a quarter of an hour without a poll', () => {
		const laterMs = NOON + 14 * MINUTE_MS;

		expect(sendAll(laterMs - 1)).toBe(41);
		expect(sendAll(laterMs)).toBe(20);
	});
});

describe('callers that have to wait', () => {
	/** Those that may go now, each if it looks then; a request of each leaves. */
	const served = (nowMs: number, priority: Priority, callers: Caller[]) =>
		callers.filter((caller) => {
			const mayGo = waitMs(nowMs, priority, caller) === 0;
			if (mayGo) exchange(nowMs, {});
			return mayGo;
		});

	/** A window for two requests, whose end is so far away, and nothing is left in it. */
	beforeEach(() => {
		exchange(NOON, left(1, NOON + MINUTE_MS));
		exchange(NOON, left(0, NOON + MINUTE_MS));
	});

	it.each(['poll', 'walk'] as const)(
		'are served in the order in which they came, whoever looks first (%s)',
		(priority) => {
			const laterMs = NOON + MINUTE_MS;
			const lastFirst = ['third', 'second', 'first'];
			served(laterMs - 2_000, priority, ['first', 'second', 'third']);
			served(laterMs - 1_000, priority, lastFirst);

			expect(served(laterMs, priority, lastFirst)).toEqual(['second', 'first']);
		},
	);

	it('may be polls that had to give up: what they came for is left to them', () => {
		served(NOON, 'poll', ['gave up']);

		expect(served(NOON + MINUTE_MS, 'poll', ['one', 'another'])).toEqual(['one']);
		expect(waitMs(NOON + MINUTE_MS, 'poll', 'another')).toBe(50_000);
		expect(served(NOON + 65_000, 'poll', ['gave up'])).toEqual(['gave up']);
	});

	it('keep their place until they are served, not longer', () => {
		const callers = ['first', 'second', 'third'];
		served(NOON, 'poll', callers);
		served(NOON + MINUTE_MS, 'poll', callers);

		const nextMs = NOON + 2 * MINUTE_MS;
		expect(served(nextMs, 'poll', callers)).toEqual(['first', 'third']);
	});

	it('hold up nobody once the end of a window is near', () => {
		served(NOON, 'poll', ['gave up', 'gave up, too']);

		const windowMs = NOON + MINUTE_MS;
		expect(served(windowMs, 'poll', ['one', 'another'])).toEqual([]);
		expect(served(windowMs + 49_999, 'poll', ['one', 'another'])).toEqual([]);
		expect(served(windowMs + 50_001, 'poll', ['one', 'another'])).toEqual(['one', 'another']);
	});

	it.each([
		['polls for three minutes', 'poll', 3 * MINUTE_MS],
		['lists for five seconds', 'walk', 5_000],
	] as const)(
		'hold up others if they come no more, but not long: %s',
		(_what, priority, keptMs) => {
			const lastMs = NOON + 4 * MINUTE_MS - keptMs;
			exchange(lastMs, left(0, NOON + 4 * MINUTE_MS));
			served(lastMs, priority, ['gone', 'gone, too']);

			expect(served(lastMs + keptMs, priority, ['one', 'another'])).toEqual(['one', 'another']);
		},
	);

	it.each(['poll', 'person'] as const)('don’t hold up a %s if they are lists', (priority) => {
		served(NOON + 59_000, 'walk', ['list', 'longer list']);

		expect(served(NOON + MINUTE_MS, priority, ['one', 'another'])).toEqual(['one', 'another']);
	});

	it('don’t hold up a person', () => {
		served(NOON, 'poll', ['gave up', 'gave up, too']);

		expect(served(NOON + MINUTE_MS, 'person', ['somebody'])).toEqual(['somebody']);
	});
});

describe('readings that follow rings', () => {
	it.each([
		['the limit of the specification', undefined, 1_000],
		['a lower limit', 30, 4_000],
	])('take half of a window at most: %s', (_what, limit, apartMs) => {
		if (limit !== undefined) exchange(NOON, left(limit - 1, NOON + MINUTE_MS));

		const slots = Array.from({ length: 4 }, () => budget.ringSlotMs(NOON));

		expect(slots).toEqual([0, apartMs, 2 * apartMs, 3 * apartMs]);
	});

	it('begin at once after a pause', () => {
		budget.ringSlotMs(NOON);

		expect(budget.ringSlotMs(NOON + 400)).toBe(600);
		expect(budget.ringSlotMs(NOON + 2_000)).toBe(0);
	});

	it.each([
		['many wait', NOON],
		['this machine’s clock was set back', NOON - 3_600_000],
	])('wait for a minute at most, although %s', (_why, nowMs) => {
		for (let n = 0; n < 100; n++) budget.ringSlotMs(NOON);

		expect(budget.ringSlotMs(nowMs)).toBe(MINUTE_MS);
		expect(budget.ringSlotMs(nowMs + MINUTE_MS)).toBe(1_000);
	});
});

describe('a key', () => {
	afterEach(() => forgetAll());

	it('has one budget while 500 are in use; the least recently used is forgotten', () => {
		const [first, second] = ['0', '1'].map((key) => budgetOf(key));
		for (let key = 2; key < 500; key++) budgetOf(String(key));
		expect(budgetOf('0')).toBe(first);
		budgetOf('500');

		expect(budgetOf('0')).toBe(first);
		expect(budgetOf('1')).not.toBe(second);
	});
});

describe('clocks', () => {
	const serviceDate = (ms: number) => new Date(ms).toUTCString();

	it.each([-3_600_000, 3_600_000])('may differ by %i ms', (aheadMs) => {
		const date = serviceDate(NOON + aheadMs);
		exchange(NOON, { ...left(0, NOON + aheadMs + 40_000), date });

		expect(waitMs(NOON)).toBe(40_000);
		expect(budget.serviceNowMs(NOON + 5)).toBe(NOON + aheadMs + 5);
	});

	it('are the same until a response has a date, and then differ as it says', () => {
		exchange(NOON, {});
		expect(budget.serviceNowMs(NOON)).toBe(NOON);

		const serviceMs = NOON - 3_600_000;
		exchange(NOON, { ...left(9, serviceMs + 60_000), date: serviceDate(serviceMs) });
		exchange(NOON, left(0, serviceMs + 60_000));

		expect(waitMs(NOON)).toBe(60_000);
	});

	it('may be set back by an hour while nothing is left', () => {
		exchange(NOON, left(0, NOON + 50_000));
		const setMs = NOON - 3_600_000;

		expect(waitMs(setMs)).toBe(0);
		exchange(setMs, left(7, setMs + 40_000));
		expect(sendAll(setMs)).toBe(7);
	});
});

describe('whatever the headers say and however this machine’s clock is set', () => {
	const header = fc.oneof(fc.string(), fc.integer().map(String), fc.double().map(String));
	const headers = fc.record({
		'x-ratelimit-remaining': fc.oneof(header, fc.nat(3).map(String)),
		'x-ratelimit-reset': fc.oneof(header, fc.nat(90).map(String)),
		date: header,
	});
	const jumpMs = fc.oneof(
		fc.integer({ min: -1e10, max: 1e10 }),
		fc.integer({ min: -9e4, max: 9e4 }),
	);
	const event = fc.constantFrom('answer', 'lost', 'refused');
	const retryAfterMs = fc.option(fc.double({ min: 0, noNaN: true }), { nil: undefined });
	const priority = fc.constantFrom<Priority>('walk', 'poll', 'person');
	const steps = fc.array(fc.record({ headers, jumpMs, event, retryAfterMs, priority }));

	it('no wait is longer than 61 seconds, and no request waits longer than two windows', () => {
		fc.assert(
			fc.property(steps, (all) => {
				budget = new RateBudget();
				let nowMs = NOON;
				for (const { headers, jumpMs, priority, event, retryAfterMs } of all) {
					budget.noteSent();
					budget.noteEnded(event === 'lost' ? undefined : headers, nowMs, nowMs);
					if (event === 'refused') budget.noteRefused(retryAfterMs, nowMs);

					nowMs += jumpMs;
					let waitedMs = 0;
					for (let moreMs = 1; moreMs > 0; waitedMs += moreMs) {
						moreMs = waitMs(nowMs + waitedMs, priority);
						expect(moreMs).toBeLessThanOrEqual(61_000);
					}
					expect(waitedMs).toBeLessThanOrEqual(2 * 61_000);
				}
			}),
			randomCases(200),
		);
	});
});
