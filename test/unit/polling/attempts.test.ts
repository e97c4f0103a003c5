import {
	attemptsOf,
	claimHourlyError,
	forgetFailures,
	forgetGoneGaps,
	isGapDue,
	isResting,
	noteGapFailure,
	noteRateLimit,
	type Attempts,
} from '../../../nodes/FormSubmissions/polling/attempts';
import { forgetAll } from '../../../nodes/FormSubmissions/general/remembered';
import type { Gap } from '../../../nodes/FormSubmissions/polling/walk';
import { MINUTE, T } from './rows';

function gapAt(placeMs: number, beganMs = 0): Gap {
	return {
		beganMs,
		floorMs: 0,
		placeMs,
		edgeMs: placeMs,
		lastTimesMs: [],
		isLooking: false,
		isStart: false,
	};
}

/** The gap fails in another poll. */
function fail(attempts: Attempts, gap: Gap, nowMs = T) {
	return noteGapFailure(attempts, gap, nowMs);
}

let attempts: Attempts;

beforeEach(() => {
	attempts = attemptsOf('node');
});

afterEach(forgetAll);

describe('attempts', () => {
	it('are kept for each node until the process ends', () => {
		attempts.beganAtMachineMs = T;

		expect(attemptsOf('node').beganAtMachineMs).toBe(T);
		expect(attemptsOf('other').beganAtMachineMs).toBeUndefined();
		forgetAll();
		expect(attemptsOf('node').beganAtMachineMs).toBeUndefined();
	});

	it('begin with the newest submissions, before anything has gone wrong', () => {
		expect(attempts).toEqual({ isGapNext: false, gaps: new Map() });
		expect(isGapDue(attempts, gapAt(T), T)).toBe(true);
	});
});

describe('a gap that fails', () => {
	it('rests with the third poll in a row that got no further', () => {
		const outcomes = [1, 2, 3].map(() => fail(attempts, gapAt(T)));

		expect(outcomes).toEqual([
			{ failures: 1, rests: false },
			{ failures: 2, rests: false },
			{ failures: 3, rests: true },
		]);
	});

	it('counts from zero once it has come further down, but not if it begins higher up', () => {
		fail(attempts, gapAt(T));
		fail(attempts, gapAt(T + 1));
		expect(fail(attempts, gapAt(T + 1)).failures).toBe(3);

		fail(attempts, gapAt(T));
		expect(fail(attempts, gapAt(T - 1)).failures).toBe(1);
	});

	it('counts from zero once its own cursor has been read again', () => {
		fail(attempts, gapAt(T));
		fail(attempts, gapAt(T));
		forgetFailures(attempts, gapAt(T));

		expect(fail(attempts, gapAt(T))).toEqual({ failures: 1, rests: false });
	});

	it('is counted apart from others', () => {
		fail(attempts, gapAt(T, 1));

		expect(fail(attempts, gapAt(T, 2)).failures).toBe(1);
		expect(fail(attempts, gapAt(T, 1)).failures).toBe(2);
	});

	it('is read again after an hour of rest, and rests again after two failures', () => {
		for (let poll = 0; poll < 3; poll++) fail(attempts, gapAt(T));

		expect(isGapDue(attempts, gapAt(T), T + 57 * MINUTE - 1)).toBe(false);
		expect(isGapDue(attempts, gapAt(T), T + 57 * MINUTE)).toBe(true);
		expect(fail(attempts, gapAt(T), T + 58 * MINUTE).rests).toBe(false);
		expect(fail(attempts, gapAt(T), T + 59 * MINUTE).rests).toBe(true);
	});

	it('is resting from the third failure to the next, but not before it has failed', () => {
		const isRestingNow = () => isResting(attempts, gapAt(T));
		expect(isRestingNow()).toBe(false);

		const resting = [1, 2, 3, 4].map(() => {
			fail(attempts, gapAt(T));
			return isRestingNow();
		});

		expect(resting).toEqual([false, false, true, false]);
	});

	it('rests no longer if the clock is set back', () => {
		for (let poll = 0; poll < 3; poll++) fail(attempts, gapAt(T));

		expect(isGapDue(attempts, gapAt(T), T - 1)).toBe(true);
	});

	it('is forgotten once it is gone', () => {
		fail(attempts, gapAt(T, 1));
		fail(attempts, gapAt(T, 2));

		forgetGoneGaps(attempts, [gapAt(T, 2)]);

		expect([...attempts.gaps.keys()]).toEqual([2]);
	});
});

describe('an error that comes hourly', () => {
	it('is shown at once, and again about an hour later', () => {
		const times = [0, 1, 56, 57, 60, 114];

		const shown = times.map((minute) => claimHourlyError(attempts, T + minute * MINUTE));

		expect(shown).toEqual([true, false, false, true, false, true]);
	});
});

describe('the rate limit', () => {
	it('is shown once polls have read nothing for ten minutes, and then hourly', () => {
		const shown: number[] = [];
		for (let minute = 0; minute < 180; minute++) {
			if (noteRateLimit(attempts, T + minute * MINUTE)) shown.push(minute);
		}

		expect(shown).toEqual([10, 67, 124]);
	});
});
