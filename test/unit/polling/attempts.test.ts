import {
	asideToTry,
	attemptsOf,
	asideFailed,
	noteEnd,
	unstuck,
	type Attempts,
} from '../../../nodes/FormSubmissions/polling/attempts';
import type { Collected } from '../../../nodes/FormSubmissions/polling/collect';
import { checkpointWith, leftWalk, MINUTE, stretchWith, T } from './builders';

const EVERY = 59 * MINUTE;

const stuck = checkpointWith({ walk: leftWalk() });
const failed: Collected = { found: [], checkpoint: stuck, pages: 0, error: new Error('failed') };

let nowMs: number;
let attempts: Attempts;

beforeEach(() => {
	nowMs = T;
	jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
	attempts = { failures: 0, asideFailures: 0 };
});

afterEach(() => jest.restoreAllMocks());

describe('the attempts of a node', () => {
	it('are its own, and kept from poll to poll', () => {
		attemptsOf('one').failures = 2;

		expect(attemptsOf('one').failures).toBe(2);
		expect(attemptsOf('another')).toEqual({ failures: 0, asideFailures: 0 });
	});
});

describe('a walk', () => {
	const isAside = () => unstuck(stuck, attempts).aside.length === 1;

	function noteTimes(times: number, collected: Collected): void {
		for (let poll = 0; poll < times; poll++) noteEnd(attempts, collected);
	}

	it('is put aside after three polls in a row that failed at the same place', () => {
		noteTimes(2, failed);
		expect(isAside()).toBe(false);
		noteTimes(1, failed);

		expect(isAside()).toBe(true);
	});

	const deeper = { ...stuck, walk: leftWalk({ reachedMs: 0 }) };
	const forbidden = Object.assign(new Error('403'), { context: { situation: 'notPermitted' } });

	it.each<[string, Collected, boolean]>([
		['succeeded', { ...failed, error: undefined }, false],
		['got further down', { ...failed, checkpoint: deeper }, false],
		['could not even read the newest', { ...failed, isListUnreadable: true }, false],
		['has no walk', { ...failed, checkpoint: checkpointWith() }, false],
		['failed because of the key', { ...failed, error: forbidden }, true],
	])('is, or is not, put aside if a poll in between %s', (_what, between, isPut) => {
		noteTimes(2, failed);
		noteTimes(1, between);
		expect(isAside()).toBe(false);
		noteTimes(1, failed);

		expect(isAside()).toBe(isPut);
	});

	it('counts from one at another place', () => {
		noteTimes(2, failed);
		noteTimes(2, { ...failed, checkpoint: deeper });
		expect(isAside()).toBe(false);
		noteTimes(1, { ...failed, checkpoint: deeper });

		expect(isAside()).toBe(true);
	});

	it('put aside is tried at once, so that a person sees the error', () => {
		noteTimes(3, failed);

		expect(asideToTry(unstuck(stuck, attempts), attempts)).toBe(0);
	});

	it('put aside waits its turn if another one failed less than an hour ago', () => {
		attempts.asideFailedMs = T - EVERY + 1;
		noteTimes(3, failed);

		expect(asideToTry(unstuck(stuck, attempts), attempts)).toBeUndefined();
	});
});

describe('walks put aside', () => {
	const two = checkpointWith({ aside: [stretchWith(), stretchWith()] });

	it('are tried at once after a restart', () => {
		expect(asideToTry(two, attempts)).toBe(0);
	});

	it('are not tried if there are none', () => {
		expect(asideToTry(checkpointWith(), attempts)).toBeUndefined();
	});

	it('are tried in turns, one an hour, as long as they fail', () => {
		const tried = [0, 1, 2].map(() => {
			const index = asideToTry(two, attempts);
			asideFailed(attempts);
			expect(asideToTry(two, attempts)).toBeUndefined();
			nowMs += EVERY;
			return index;
		});

		expect(tried).toEqual([0, 1, 0]);
	});

	it('are tried in the next poll if one got through', () => {
		attempts.asideFailedMs = T - EVERY;

		expect([0, 1].map(() => asideToTry(two, attempts))).toEqual([0, 0]);
	});

	it('never fail two polls in a row, so that new submissions arrive even if polls are hours apart', () => {
		asideFailed(attempts);
		nowMs += 6 * EVERY;

		expect(asideToTry(two, attempts)).toBeUndefined();
		expect(asideToTry(two, attempts)).toBe(1);
	});

	it('are not delayed by a clock that is set back', () => {
		asideFailed(attempts);
		asideToTry(two, attempts);
		nowMs -= EVERY;

		expect(asideToTry(two, attempts)).toBe(1);
	});
});
