import {
	everyMsAfter,
	nextStep,
	untilReadMs,
	untilTopMs,
	type State,
	type View,
} from '../../../../nodes/FormSubmissions/trigger/listening/nextStep';
import { Rings } from '../../../../nodes/FormSubmissions/trigger/listening/rings';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const START = Date.UTC(2026, 2, 10, 12);

/** A trigger for which nothing is to be done for half a minute. */
const IDLE: View = {
	state: 'alone',
	untilTopMs: 30 * SECOND,
	areWalksFirst: false,
	untilHandOverMs: Infinity,
	isOffered: false,
	hasRoom: true,
	nextPage: 'none',
	isReadingTop: false,
	isReadingPage: false,
	isTaking: false,
	isHandingOver: false,
};

const next = (changes: Partial<View>) => nextStep({ ...IDLE, ...changes });

describe('S2: one that has joined a shared reading', () => {
	it('reads nothing itself until that has served it, but hands over what waits', () => {
		expect(until('joining', 20 * MINUTE, [{ agoMs: 0, looks: 0 }])).toBe(Infinity);
		expect(next({ state: 'joining', untilTopMs: Infinity, isOffered: true }).kind).toBe('wait');
		expect(next({ state: 'joining', untilHandOverMs: 0 }).kind).toBe('handOver');
	});
});

describe('N3: handing over', () => {
	it('comes first, beside a reading, one run after the other', () => {
		expect(next({ untilHandOverMs: 0, untilTopMs: 0, isReadingTop: true }).kind).toBe('handOver');
		expect(next({ untilHandOverMs: 0, untilTopMs: 0, isHandingOver: true }).kind).toBe('readTop');
	});

	it('is waited for, if it may begin soon', () => {
		expect(next({ untilHandOverMs: 300 })).toEqual({ kind: 'wait', forMs: 300 });
	});
});

describe('N4: with room', () => {
	it.each<[Partial<View>, string]>([
		[{ state: 'relying', isOffered: true, untilTopMs: 0, nextPage: 'arrived' }, 'take'],
		[{ state: 'relying', isOffered: true, isTaking: true, untilTopMs: 0 }, 'readTop'],
		[{ state: 'alone', isOffered: true, untilTopMs: 0, nextPage: 'arrived' }, 'readTop'],
		[{ nextPage: 'arrived' }, 'readPage'],
		[{ nextPage: 'arrived', isReadingTop: true }, 'readPage'],
		[{ nextPage: 'arrived', isReadingPage: true }, 'wait'],
		[{ untilTopMs: 0, isReadingPage: true }, 'readTop'],
		[{ untilTopMs: 0, isReadingTop: true }, 'wait'],
	])('%j: %s', (changes, kind) => {
		expect(next(changes).kind).toBe(kind);
	});

	it.each<Partial<View>>([
		{ state: 'relying', isOffered: true },
		{ untilTopMs: 0 },
		{ nextPage: 'arrived' },
	])('and without room, nothing is read: %j', (changes) => {
		expect(next({ ...changes, hasRoom: false })).toEqual({ kind: 'wait', forMs: 5 * SECOND });
	});
});

describe('R8: the next page of an unfinished walk', () => {
	it('is asked for ahead, beside all else', () => {
		expect(next({ nextPage: 'wanted', isReadingTop: true, hasRoom: false }).kind).toBe('askPage');
	});

	it('is asked for once', () => {
		expect(next({ nextPage: 'underWay' }).kind).toBe('wait');
	});
});

describe('R6: with five unfinished walks', () => {
	it('the top is not read, though it is due', () => {
		const due = { untilTopMs: 0, areWalksFirst: true };

		expect(next(due)).toEqual({ kind: 'wait', forMs: 5 * SECOND });
		expect(next({ ...due, nextPage: 'arrived' }).kind).toBe('readPage');
	});
});

it('it looks around every five seconds at least', () => {
	expect(next({})).toEqual({ kind: 'wait', forMs: 5 * SECOND });
	expect(next({ untilTopMs: 400 })).toEqual({ kind: 'wait', forMs: 400 });
});

/** A list that was read so long ago, with rings so long ago that so many readings have looked for. */
function until(
	state: State,
	readAgoMs: number,
	rings: Array<{ agoMs: number; looks: number }> = [],
	ownEveryMs = 10 * MINUTE,
): number {
	const rung = new Rings();
	rings.forEach(({ agoMs, looks }, index) => {
		rung.add(`sub_${index}`, START - agoMs);
		for (let look = 0; look < looks; look++) rung.markLooked(START);
	});
	return untilTopMs(state, { beganAtMs: START - readAgoMs, ownEveryMs, rings: rung }, START);
}

describe('N1: alone, the top is read', () => {
	it.each<[string, number, number, Array<{ agoMs: number; looks: number }>]>([
		['once a minute', 20 * SECOND, 40 * SECOND, []],
		['at once after a ring', 20 * SECOND, -18.5 * SECOND, [{ agoMs: 0, looks: 0 }]],
		['1.5 seconds after the last reading', 400, 1_100, [{ agoMs: 0, looks: 0 }]],
		['1.5 seconds after one that looked in vain', 400, 1_100, [{ agoMs: 400, looks: 1 }]],
		['two seconds after the next', 400, 1_600, [{ agoMs: 2_000, looks: 2 }]],
		['four after that', 400, 3_600, [{ agoMs: 4_000, looks: 3 }]],
		['a minute after the fourth', 400, 59_600, [{ agoMs: 8_000, looks: 4 }]],
		[
			'for the newest ring',
			400,
			1_100,
			[
				{ agoMs: 4_000, looks: 3 },
				{ agoMs: 0, looks: 0 },
			],
		],
	])('%s', (_when, readAgoMs, expected, rings) => {
		expect(until('alone', readAgoMs, rings)).toBe(expected);
	});

	it('once a minute if it is deaf, whatever rings', () => {
		expect(until('deaf', 20 * SECOND, [{ agoMs: 0, looks: 0 }])).toBe(40 * SECOND);
	});

	it.each([
		[0, 60],
		[4, 56],
		[10, 50],
		[40, 50],
	])('after a reading that took %d seconds, %d after it began', (tookSeconds, seconds) => {
		const everyMs = everyMsAfter(tookSeconds * SECOND);
		const last = { beganAtMs: START, everyMs, rings: new Rings() };

		expect(untilReadMs(last, START + 45 * SECOND)).toBe((seconds - 45) * SECOND);
	});

	it('at once if the clock was set back', () => {
		expect(until('alone', -60 * MINUTE)).toBeLessThanOrEqual(0);
	});
});

describe('N2: relying, the top is read', () => {
	it('when an own reading is due', () => {
		expect(until('relying', 4 * MINUTE)).toBe(6 * MINUTE);
	});

	it('within a minute after a ring that nothing has found', () => {
		expect(until('relying', MINUTE, [{ agoMs: 20 * SECOND, looks: 0 }])).toBe(35 * SECOND);
	});

	it('at once for one that rang before the clock was set back', () => {
		expect(until('relying', MINUTE, [{ agoMs: -60 * MINUTE, looks: 0 }])).toBeLessThanOrEqual(0);
	});
});

describe('rings', () => {
	it('are forgotten once they are found, and in the order in which they came', () => {
		const rings = new Rings();
		rings.add('first', START);
		rings.add('second', START + SECOND);
		rings.forget(START);
		expect(rings.sinceMs).toBe(START + SECOND);

		rings.markFound('second');
		expect([rings.sinceMs, rings.pauseMs]).toEqual([undefined, undefined]);
	});

	it('that come while a reading is under way were not looked for by it', () => {
		const rings = new Rings();
		rings.add('later', START + 1);
		rings.markLooked(START);

		expect(rings.pauseMs).toBe(0);
	});

	it('are a thousand at most', () => {
		const rings = new Rings();
		for (let count = 0; count < 1_001; count++) rings.add(`sub_${count}`, START + count);

		expect(rings.sinceMs).toBe(START + 1);
	});
});

it('a list that several share is read so far apart at least', () => {
	const rings = new Rings();
	rings.add('sub_1', START);

	expect(untilReadMs({ beganAtMs: START, rings }, START + 100)).toBe(1_400);
});
