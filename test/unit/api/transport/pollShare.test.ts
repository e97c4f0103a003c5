import fc from 'fast-check';

import { RateBudget, type Wait } from '../../../../nodes/FormSubmissions/api/transport/budget';
import {
	PollShare,
	type Caller,
	type Priority,
} from '../../../../nodes/FormSubmissions/api/transport/pollShare';
import { randomCases } from '../../../support/search';

const NOON = Date.UTC(2026, 2, 10, 12);
const MINUTE_MS = 60_000;

const caller = (priority: Priority, requests = 0): Caller => ({ priority, requests });
const NOTHING = { requests: 0, forMs: 0 };

/** The headers of a response: how many requests are left in a window, and when it ends. */
const left = (remaining: number, endsAtMs: number) => ({
	'x-ratelimit-remaining': String(remaining),
	'x-ratelimit-reset': String(endsAtMs),
});

describe('what is kept for polls', () => {
	let share: PollShare;

	beforeEach(() => {
		share = new PollShare();
	});

	const sent = (nowMs = NOON) => share.sent(caller('poll'), nowMs);
	const missed = (nowMs = NOON) => share.missed(caller('poll'), nowMs, MINUTE_MS);
	const kept = (nowMs = NOON) => share.keptBack(caller('walk'), nowMs, MINUTE_MS, 60).requests;

	it('is the most that a recent window used and missed, less what the current one has used', () => {
		sent();
		sent();
		missed();
		share.nextWindow();
		share.nextWindow();
		expect(kept()).toBe(3);

		sent();
		expect(kept()).toBe(2);
		for (let i = 0; i < 5; i++) sent();
		expect(kept()).toBe(0);
	});

	it('counts what is missed once, in the window after it', () => {
		missed();
		expect(kept()).toBe(0);
		share.nextWindow();
		for (let window = 0; window < 15; window++) share.nextWindow();
		expect(kept()).toBe(1);
		share.nextWindow();
		expect(kept()).toBe(0);
	});

	it.each([
		['a request', () => sent(), 16 * MINUTE_MS, 1],
		['a missed one', () => missed(), 16 * MINUTE_MS, 1],
		['a request', () => sent(), 16 * MINUTE_MS + 1, 0],
		['a request', () => sent(), -16 * MINUTE_MS - 1, 0],
	])('after %s is remembered for sixteen minutes', (_what, happen, laterMs, left) => {
		happen();
		share.nextWindow();

		expect(kept(NOON + laterMs)).toBe(left);
	});
});

describe('the share of polls', () => {
	function shareAfter(polls: number, requestsEach: number): PollShare {
		const share = new PollShare();
		for (let poll = 0; poll < polls; poll++) {
			for (let sent = 0; sent < requestsEach; sent++) share.sent(caller('poll', sent), NOON);
		}
		share.nextWindow();
		return share;
	}

	it('is zero while nothing polls', () => {
		const share = new PollShare();
		for (const priority of ['walk', 'person'] as const) {
			share.sent(caller(priority), NOON);
			share.missed(caller(priority), NOON, MINUTE_MS);
		}
		share.nextWindow();

		expect(share.keptBack(caller('walk'), NOON, MINUTE_MS, 60)).toEqual(NOTHING);
	});

	it.each([
		['walk', caller('walk'), 6],
		['walk in progress', caller('walk', 50), 6],
		['person', caller('person'), 0],
		['poll that begins', caller('poll'), 0],
		['poll in progress', caller('poll', 1), 2],
	])('of two polls with three requests each is withheld from a %s', (_who, who, requests) => {
		expect(shareAfter(2, 3).keptBack(who, NOON, MINUTE_MS, 60).requests).toBe(requests);
	});

	it('never exceeds its maximum', () => {
		const share = shareAfter(10, 10);
		expect(share.keptBack(caller('walk'), NOON, MINUTE_MS, 7).requests).toBe(7);
	});

	it.each([
		[6, 10_001, { requests: 6, forMs: 1 }],
		[6, 10_000, NOTHING],
		[40, 20_001, { requests: 40, forMs: 1 }],
		[40, 20_000, NOTHING],
	])('of %i polls is released %i ms before the window ends', (polls, windowMs, kept) => {
		expect(shareAfter(polls, 1).keptBack(caller('walk'), NOON, windowMs, 60)).toEqual(kept);
	});

	it.each([
		[10_001, 1],
		[10_000, 0],
	])(
		'grows, after a poll found no room %i ms before the window ended, by %i',
		(windowMs, requests) => {
			const share = new PollShare();
			share.missed(caller('poll'), NOON, windowMs);
			share.nextWindow();

			expect(share.keptBack(caller('walk'), NOON, MINUTE_MS, 60).requests).toBe(requests);
		},
	);
});

describe('a budget that polls and walks share', () => {
	const wait = (waitMs: number, endsWithResponse: boolean): Wait => ({ waitMs, endsWithResponse });
	let budget: RateBudget;

	/** When the window ends in which polls were made. */
	const endMs = NOON + MINUTE_MS;

	function exchange(nowMs: number, who: Caller, remaining: number) {
		budget.sent(nowMs, who);
		budget.ended(left(remaining, nowMs + MINUTE_MS), nowMs, nowMs);
	}

	function startWithPolls(polls: number): void {
		budget = new RateBudget();
		exchange(NOON, caller('walk'), 119);
		for (let poll = 0; poll < polls; poll++) exchange(NOON, caller('poll'), 118 - poll);
	}

	it('makes a walk stop before the share, which a poll then uses', () => {
		startWithPolls(3);
		exchange(endMs, caller('walk'), 3);

		expect(budget.waitBefore(endMs, caller('walk'))).toEqual(wait(50_000, false));
		expect(budget.waitBefore(endMs, caller('person'))).toBeUndefined();
		expect(budget.waitBefore(endMs, caller('poll'))).toBeUndefined();
	});

	it('wakes a walk that stopped there when a response arrives', () => {
		startWithPolls(3);
		exchange(endMs, caller('walk'), 4);
		budget.sent(endMs, caller('walk'));

		expect(budget.waitBefore(endMs, caller('walk'))).toEqual(wait(50_000, true));
	});

	it('lets the walk have what is left when the window ends soon', () => {
		startWithPolls(3);
		exchange(endMs, caller('walk'), 3);

		expect(budget.waitBefore(endMs + 50_000, caller('walk'))).toBeUndefined();
	});

	it('withholds no more than half of the rate limit', () => {
		startWithPolls(100);
		exchange(endMs, caller('walk'), 60);

		expect(budget.waitBefore(endMs, caller('walk'))).toBeUndefined();
		exchange(endMs, caller('walk'), 59);
		expect(budget.waitBefore(endMs, caller('walk'))).toMatchObject({ waitMs: 60_000 - 29_500 });
	});

	it('remembers the share for fifteen windows, however many requests a walk makes in each', () => {
		startWithPolls(3);
		for (let window = 0; window < 15; window++) {
			const startMs = endMs + window * MINUTE_MS;
			for (const remaining of [90, 60, 30, 3]) {
				exchange(startMs, caller('walk'), remaining);
			}
			expect(budget.waitBefore(startMs, caller('walk'))).toMatchObject({ waitMs: 50_000 });
		}
	});

	it('counts the requests of each caller', () => {
		const who = caller('poll');
		new RateBudget().sent(NOON, who);

		expect(who.requests).toBe(1);
	});
});

describe('a clock that is set', () => {
	const steps = fc.array(
		fc.record({
			jumpMs: fc.oneof(fc.integer({ min: -1e10, max: 1e10 }), fc.integer({ min: -9e4, max: 9e4 })),
			remaining: fc.nat(3),
			resetInMs: fc.integer({ min: 0, max: 90_000 }),
			priority: fc.constantFrom('walk', 'poll', 'person'),
			event: fc.constantFrom('answer', 'lost', 'refused', 'silent'),
		}),
		{ minLength: 1 },
	);

	it('never causes a wait of more than 61 seconds, and a second wait is short', () => {
		fc.assert(
			fc.property(steps, (all) => {
				const budget = new RateBudget();
				let nowMs = NOON;
				for (const { jumpMs, remaining, resetInMs, priority, event } of all) {
					budget.sent(nowMs, caller(priority));
					if (event === 'refused') budget.refused(nowMs + Math.min(resetInMs, 61_000));
					const headers = event === 'answer' ? left(remaining, nowMs + resetInMs) : {};
					budget.ended(event === 'lost' ? undefined : headers, nowMs, nowMs);

					nowMs += jumpMs;
					const { waitMs = 0 } = budget.waitBefore(nowMs, caller(priority)) ?? {};
					expect(waitMs).toBeLessThanOrEqual(61_000);
					expect(budget.resetInMs(nowMs) ?? 0).toBeLessThanOrEqual(61_000);
					const again = budget.waitBefore(nowMs + waitMs, caller(priority))?.waitMs ?? 0;
					expect(waitMs + again).toBeLessThanOrEqual(63_000);
				}
			}),
			randomCases(100),
		);
	});

	it('back by an hour while no requests are left allows a new request', () => {
		const budget = new RateBudget();
		budget.sent(NOON, caller('walk'));
		budget.ended(left(0, NOON + 50_000), NOON, NOON);
		const setMs = NOON - 3_600_000;

		expect(budget.waitBefore(setMs, caller('walk'))).toBeUndefined();
		expect(budget.resetInMs(setMs)).toBeUndefined();
	});

	it('back by an hour lets a response say how many requests are left', () => {
		const budget = new RateBudget();
		budget.sent(NOON, caller('walk'));
		budget.ended(left(0, NOON + 50_000), NOON, NOON);
		const setMs = NOON - 3_600_000;

		budget.sent(setMs, caller('walk'));
		budget.ended(left(7, setMs + 40_000), setMs, setMs);

		expect(budget.resetInMs(setMs)).toBe(40_000);
		expect(budget.waitBefore(setMs, caller('walk'))).toBeUndefined();
	});
});
