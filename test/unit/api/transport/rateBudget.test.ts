import fc from 'fast-check';

import {
	budgetOf,
	RateBudget,
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
	budget.markSent();
	budget.markEnded(headers, nowMs, nowMs);
}

/** How long a request has to wait. */
const waitMs = (nowMs: number, priority: Priority = 'walk') => budget.waitMs(nowMs, priority);

/** Sends as many requests as may leave at one time; returns their number. */
function sendAll(nowMs: number, priority: Priority = 'walk'): number {
	for (let sent = 0; ; sent++) {
		if (waitMs(nowMs, priority) > 0) return sent;
		budget.markSent();
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
		for (let sent = 0; sent < 10; sent++) budget.markSent();

		expect(sendAll(NOON + 50_000)).toBe(30);
	});

	it('no more after responses that arrived out of order', () => {
		exchange(NOON, left(5, NOON + 50_000));
		for (let sent = 0; sent < 3; sent++) budget.markSent();
		for (const remaining of [2, 4, 3]) {
			budget.markEnded(left(remaining, NOON + 50_000), NOON, NOON + 10);
		}

		expect(sendAll(NOON + 20)).toBe(2);
	});

	it('no more and no less after a late response from the window before', () => {
		exchange(NOON, left(39, NOON + 1_000));
		budget.markSent();
		exchange(NOON + 1_000, left(20, NOON + 61_000));

		budget.markEnded(left(3, NOON + 3_000), NOON + 900, NOON + 2_500);

		expect(sendAll(NOON + 2_500)).toBe(19);
	});

	it('no more because of an end that is up to three seconds later: both may be rounded', () => {
		exchange(NOON, left(0, NOON + 50_000));
		exchange(NOON, left(9, NOON + 53_000));

		expect(sendAll(NOON)).toBe(0);
	});

	it('no more for a request whose response was lost', () => {
		exchange(NOON, left(2, NOON + 50_000));
		budget.markSent();
		budget.markEnded(undefined, NOON, NOON + 10);

		expect(sendAll(NOON + 20)).toBe(1);
	});

	it.each([
		['as long as Retry-After says', left(50, NOON + 50_000), 20_000, 20_000],
		['at most 61 seconds, even if it says more', left(50, NOON + 50_000), 3_600_000, 61_000],
		['until the reset if it says nothing', left(50, NOON + 50_000), undefined, 50_000],
		['for a minute if neither says anything', {}, undefined, MINUTE_MS],
	])('nothing after a refusal: %s', (_how, headers, retryAfterMs, expectedMs) => {
		exchange(NOON, headers);
		budget.markRefused(retryAfterMs, NOON);

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

describe('while triggers read with the key', () => {
	/** So many requests of triggers, and then a window in which so many are left. */
	const readBefore = (requests: number, remaining: number, priority: Priority = 'trigger') => {
		for (let sent = 0; sent < requests; sent++) {
			waitMs(NOON - 1, priority);
			exchange(NOON - 1, {});
		}
		exchange(NOON, left(remaining, NOON + MINUTE_MS));
	};

	it.each(['trigger', 'first'] as const)(
		'lists leave them what they took in the last minute, and one or two (%s)',
		(priority) => {
			readBefore(9, 60, priority);

			expect(sendAll(NOON)).toBe(60 - 11);
		},
	);

	it('lists leave them half of a window at most', () => {
		readBefore(100, 119);

		expect(sendAll(NOON)).toBe(119 - 60);
	});

	it.each(['first', 'trigger', 'person'] as const)('a %s takes what lists leave', (priority) => {
		readBefore(9, 60);
		sendAll(NOON);

		expect(sendAll(NOON, priority)).toBe(11);
	});

	it('lists leave them less as the window passes, and wait for its end at most', () => {
		readBefore(9, 119);
		exchange(NOON, left(11, NOON + MINUTE_MS));

		expect(waitMs(NOON)).toBe(MINUTE_MS);
		expect(sendAll(NOON + 30_000)).toBe(11 - 6);
		expect(waitMs(NOON + 30_000)).toBe(30_000);
	});

	it('lists take everything again once they have read nothing for two minutes', () => {
		readBefore(9, 60);

		const laterMs = NOON + 2 * MINUTE_MS - 1;
		exchange(laterMs - 1, left(60, laterMs + MINUTE_MS));
		expect(sendAll(laterMs - 1)).toBe(60 - 2);
		expect(sendAll(laterMs)).toBe(2);
	});

	it('lists leave a person nothing, who sends a request or two', () => {
		readBefore(9, 60, 'person');

		expect(sendAll(NOON)).toBe(60);
	});

	it('each minute has room for what they take and, but for one or two, for lists', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 60 }), (perMinute) => {
				budget = new RateBudget();
				let [due, lists] = [0, 0];
				for (let passedMs = 0; passedMs < 5 * MINUTE_MS; passedMs += 100) {
					const nowMs = NOON + passedMs;
					for (; passedMs >= MINUTE_MS && waitMs(nowMs) === 0; lists++) exchange(nowMs, {});
					if (passedMs < (due * MINUTE_MS) / perMinute) continue;
					due++;
					expect(waitMs(nowMs, 'trigger')).toBe(0);
					exchange(nowMs, {});
				}
				expect(lists / 4).toBeGreaterThanOrEqual(120 - perMinute - 1);
			}),
			randomCases(20),
		);
	});
});

describe('readings that follow rings', () => {
	it.each([
		['the limit of the specification', undefined, 1_000],
		['a lower limit', 30, 4_000],
	])('take half of a window at most: %s', (_what, limit, apartMs) => {
		if (limit !== undefined) exchange(NOON, left(limit - 1, NOON + MINUTE_MS));

		const turns = Array.from({ length: 4 }, () => budget.ringTurnMs(NOON));

		expect(turns).toEqual([0, apartMs, 2 * apartMs, 3 * apartMs]);
	});

	it('begin at once after a pause', () => {
		budget.ringTurnMs(NOON);

		expect(budget.ringTurnMs(NOON + 400)).toBe(600);
		expect(budget.ringTurnMs(NOON + 2_000)).toBe(0);
	});

	it.each([
		['many wait', NOON],
		['this machine’s clock was set back', NOON - 3_600_000],
	])('wait for a minute at most, although %s', (_why, nowMs) => {
		for (let n = 0; n < 100; n++) budget.ringTurnMs(NOON);

		expect(budget.ringTurnMs(nowMs)).toBe(MINUTE_MS);
		expect(budget.ringTurnMs(nowMs + MINUTE_MS)).toBe(1_000);
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
	const priority = fc.constantFrom<Priority>('walk', 'trigger', 'person');
	const steps = fc.array(fc.record({ headers, jumpMs, event, retryAfterMs, priority }));

	it('no wait is longer than 61 seconds, and no request waits longer than two windows', () => {
		fc.assert(
			fc.property(steps, (all) => {
				budget = new RateBudget();
				let nowMs = NOON;
				for (const { headers, jumpMs, priority, event, retryAfterMs } of all) {
					budget.markSent();
					budget.markEnded(event === 'lost' ? undefined : headers, nowMs, nowMs);
					if (event === 'refused') budget.markRefused(retryAfterMs, nowMs);

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
