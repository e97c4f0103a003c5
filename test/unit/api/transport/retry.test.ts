import fc from 'fast-check';

import {
	MAX_ATTEMPTS,
	MAX_WINDOW_MS,
	retryDelayMs,
	type FailedAttempt,
} from '../../../../nodes/FormSubmissions/api/transport/retry';
import { randomCases } from '../../../support/search';

const failed = (changes: Partial<FailedAttempt>): FailedAttempt => ({
	method: 'GET',
	status: 503,
	attempt: 1,
	maxAttempts: MAX_ATTEMPTS,
	random: 0.5,
	...changes,
});

describe('which failures are retried', () => {
	it.each([
		...[408, 425, 429, 500, 502, 503, 504].map((status) => ['GET', status, true] as const),
		...[520, 521, 522, 523, 524, 529].map((status) => ['GET', status, true] as const),
		['GET', undefined, true],
		...[200, 302, 400, 401, 402, 403, 404, 422].map((status) => ['GET', status, false] as const),
		...[501, 505].map((status) => ['GET', status, false] as const),
		['POST', 429, true],
		['POST', 500, false],
		['POST', 503, false],
		['POST', undefined, false],
	] as const)('%s after status %s: %s', (method, status, isRepeated) => {
		expect(retryDelayMs(failed({ method, status })) !== undefined).toBe(isRepeated);
	});

	it('there are five attempts and no sixth', () => {
		const isRepeated = (attempt: number) => retryDelayMs(failed({ attempt })) !== undefined;

		expect([1, 2, 3, 4, 5, 6].map(isRepeated)).toEqual([true, true, true, true, false, false]);
	});
});

describe('how long a failed GET waits', () => {
	it.each([
		[1, 1_000],
		[2, 2_000],
		[3, 4_000],
		[4, 8_000],
	])('after attempt %i, from nothing to %i ms (full jitter)', (attempt, mostMs) => {
		expect(retryDelayMs(failed({ attempt, random: 1 }))).toBe(mostMs);
		expect(retryDelayMs(failed({ attempt, random: 0.25 }))).toBe(mostMs / 4);
		expect(retryDelayMs(failed({ attempt, random: 0 }))).toBe(0);
	});

	it('as long as a 503 says, if that is longer', () => {
		expect(retryDelayMs(failed({ retryAfterMs: 9_000 }))).toBe(9_000);
	});
});

describe('how long a refusal waits', () => {
	const refused = (changes: Partial<FailedAttempt>) => failed({ status: 429, ...changes });

	it.each<[string, Partial<FailedAttempt>, number]>([
		['what Retry-After says', { retryAfterMs: 7_000, resetInMs: 40_000 }, 7_000],
		['otherwise, until the reset', { resetInMs: 40_000 }, 40_000],
		['otherwise, a growing time', {}, 7_500],
		['otherwise, a growing time: later', { attempt: 3 }, 30_000],
		['nothing, where Retry-After is 0', { retryAfterMs: 0 }, 0],
		['longer, if Retry-After was too short before', { attempt: 2, retryAfterMs: 0 }, 15_000],
		['longer, if the reset was too short before', { attempt: 2, resetInMs: 10 }, 15_000],
	])('%s', (_name, changes, waitMs) => {
		expect(retryDelayMs(refused(changes))).toBe(waitMs);
	});

	it.each([
		['nothing', undefined],
		['0 every time', 0],
	])('four waits outlast a minute if the service says %s', (_name, retryAfterMs) => {
		const waits = [1, 2, 3, 4].map(
			(attempt) => retryDelayMs(refused({ attempt, random: 0, retryAfterMs })) ?? 0,
		);

		expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThanOrEqual(60_000);
	});
});

describe('whatever the responses say', () => {
	const attempts = fc.record({
		method: fc.constantFrom('GET', 'POST'),
		status: fc.constantFrom(undefined, 200, 302, 404, 429, 500, 503),
		attempt: fc.integer({ min: 1, max: 8 }),
		maxAttempts: fc.integer({ min: 1, max: 5 }),
		retryAfterMs: fc.option(fc.double({ min: 0, max: 1e12, noNaN: true }), { nil: undefined }),
		resetInMs: fc.option(fc.double({ min: 0, max: 61_000, noNaN: true }), { nil: undefined }),
		random: fc.double({ min: 0, max: 1, noNaN: true }),
	});

	it('a wait is a number from 0 to 61 seconds', () => {
		fc.assert(
			fc.property(attempts, (attempt) => {
				const delay = retryDelayMs(attempt);
				if (delay === undefined) return;
				expect(delay).toBeGreaterThanOrEqual(0);
				expect(delay).toBeLessThanOrEqual(MAX_WINDOW_MS);
			}),
			randomCases(100),
		);
	});

	it('the last attempt is never retried, and a POST only after 429', () => {
		fc.assert(
			fc.property(attempts, (attempt) => {
				const isRepeated = retryDelayMs(attempt) !== undefined;
				if (attempt.attempt >= attempt.maxAttempts) expect(isRepeated).toBe(false);
				if (attempt.method === 'POST' && attempt.status !== 429) expect(isRepeated).toBe(false);
			}),
			randomCases(100),
		);
	});
});
