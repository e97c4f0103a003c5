import fc from 'fast-check';

import { RateBudget, type Wait } from '../../../../nodes/FormSubmissions/api/transport/budget';
import type { Caller, Priority } from '../../../../nodes/FormSubmissions/api/transport/priority';
import { randomCases } from '../../../support/search';

const NOON = Date.UTC(2026, 2, 10, 12);
const MINUTE_MS = 60_000;

const caller = (priority: Priority, sent = 0): Caller => ({ priority, sent });

/** The headers of a response: how many requests are left in a window, and when it ends. */
const left = (remaining: number, endsAtMs: number) => ({
	'x-ratelimit-remaining': String(remaining),
	'x-ratelimit-reset': String(endsAtMs),
});

describe('a budget that polls and walks share', () => {
	const wait = (waitMs: number, endsWithResponse: boolean): Wait => ({ waitMs, endsWithResponse });
	let budget: RateBudget;

	beforeEach(() => {
		budget = new RateBudget();
	});

	/** A window of a minute begins, of which so many requests are left. */
	function begin(remaining: number, nowMs = NOON) {
		for (const one of [119, remaining]) {
			budget.noteSent(nowMs);
			budget.noteEnded(left(one, nowMs + MINUTE_MS), nowMs, nowMs);
		}
	}

	const poll = (nowMs = NOON) => budget.notePoll(nowMs);

	/** How many requests the caller leaves to others. */
	function leaves(who: Caller, nowMs = NOON): number {
		for (let remaining = 60; remaining > 0; remaining--) {
			if (budget.waitBefore(nowMs, who)) return remaining;
			begin(remaining - 1);
		}
		return 0;
	}

	it.each([
		['a walk', caller('walk'), 30],
		['a walk in progress', caller('walk', 50), 30],
		['a poll that goes on to a backlog', caller('poll', 1), 10],
		['a poll that begins', caller('poll'), 0],
		['a person', caller('person'), 0],
	])('%s leaves the others some requests while polls are expected', (_who, who, requests) => {
		poll();
		begin(60);

		expect(leaves(who)).toBe(requests);
	});

	it('has nothing reserved while nothing polls', () => {
		begin(60);

		expect(leaves(caller('walk'))).toBe(0);
	});

	it.each([
		[15 * MINUTE_MS - 1, 30],
		[15 * MINUTE_MS, 0],
		[-1, 0],
	])('expects polls for fifteen minutes after the last one: after %i ms', (laterMs, requests) => {
		poll(NOON - laterMs);
		begin(60);

		expect(leaves(caller('walk'))).toBe(requests);
	});

	it('releases a request every two seconds, the last one as the window ends', () => {
		poll();
		begin(3);

		expect(budget.waitBefore(NOON, caller('walk'))).toEqual(wait(54_001, false));
		expect(budget.waitBefore(NOON + 54_000, caller('walk'))).toEqual(wait(1, false));
		expect(budget.waitBefore(NOON + 54_001, caller('walk'))).toBeUndefined();
	});

	it('withholds no more than half of a rate limit', () => {
		poll();
		budget.noteSent(NOON);
		budget.noteEnded(left(20, NOON + MINUTE_MS), NOON, NOON);
		for (let sent = 0; sent < 10; sent++) {
			expect(budget.waitBefore(NOON, caller('walk'))).toBeUndefined();
			budget.noteSent(NOON);
		}

		expect(budget.waitBefore(NOON, caller('walk'))).toMatchObject({ endsWithResponse: true });
	});

	it('wakes a walk that left the rest to polls when a response arrives', () => {
		poll();
		begin(4);
		budget.noteSent(NOON);

		expect(budget.waitBefore(NOON, caller('walk'))).toEqual(wait(54_001, true));
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
					if (priority === 'poll') budget.notePoll(nowMs);
					budget.noteSent(nowMs);
					if (event === 'refused') budget.noteRefused(nowMs + Math.min(resetInMs, 61_000));
					const headers = event === 'answer' ? left(remaining, nowMs + resetInMs) : {};
					budget.noteEnded(event === 'lost' ? undefined : headers, nowMs, nowMs);

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
		budget.noteSent(NOON);
		budget.noteEnded(left(0, NOON + 50_000), NOON, NOON);
		const setMs = NOON - 3_600_000;

		expect(budget.waitBefore(setMs, caller('walk'))).toBeUndefined();
		expect(budget.resetInMs(setMs)).toBeUndefined();
	});

	it('back by an hour lets a response say how many requests are left', () => {
		const budget = new RateBudget();
		budget.noteSent(NOON);
		budget.noteEnded(left(0, NOON + 50_000), NOON, NOON);
		const setMs = NOON - 3_600_000;

		budget.noteSent(setMs);
		budget.noteEnded(left(7, setMs + 40_000), setMs, setMs);

		expect(budget.resetInMs(setMs)).toBe(40_000);
		expect(budget.waitBefore(setMs, caller('walk'))).toBeUndefined();
	});
});
