import fc from 'fast-check';

import type { TimedSubmission } from '../../../nodes/FormSubmissions/api/createdAt';
import {
	endAfter,
	freshWalk,
	settledUpTo,
	withoutCursor,
	type Walk,
	type WalkKind,
} from '../../../nodes/FormSubmissions/polling/walk';
import { known, MINUTE, row, seenWith, T, walkWith } from './builders';

const FLOOR = T - 10 * MINUTE;
const NOW = T + MINUTE;

describe('a walk', () => {
	it.each(['start', 'newest'] as const)(
		'that begins (%s) has no cursor and has seen nothing',
		(kind) => {
			expect(freshWalk(kind)).toEqual({ kind, lastMs: Infinity });
		},
	);

	it('whose cursor is refused begins at the newest submission and remembers how far down it got', () => {
		const own = { floorMs: FLOOR, known: known({ a: T }) };
		const walk = walkWith({ kind: 'rest', lastMs: T, risesToMs: FLOOR, own });

		expect(withoutCursor(walk)).toEqual({ ...walk, cursor: undefined });
	});
});

describe('the time up to which everything has become visible', () => {
	it('is ten minutes before the newest submission', () => {
		expect(settledUpTo([row('a', T), row('b', T - MINUTE)], NOW)).toBe(T - 10 * MINUTE);
	});

	it('is ten minutes before now if the newest is dated ahead', () => {
		expect(settledUpTo([row('a', T)], T - MINUTE)).toBe(T - 11 * MINUTE);
	});

	it('is unknown if there is no submission', () => {
		expect(settledUpTo([], NOW)).toBeUndefined();
	});

	it('is always at least ten minutes ago', () => {
		fc.assert(
			fc.property(fc.integer(), fc.integer(), (atMs, nowMs) => {
				expect(settledUpTo([row('a', atMs)], nowMs)).toBeLessThanOrEqual(nowMs - 10 * MINUTE);
			}),
		);
	});
});

describe('after a page, a walk', () => {
	const KNOWN = Array.from({ length: 12 }, (_, n) => row(`known${n}`, T - n));
	const territory = {
		floorMs: FLOOR,
		known: known(Object.fromEntries(KNOWN.map(({ submission, atMs }) => [submission.id, atMs]))),
	};

	const end = (page: TimedSubmission[], walk: Partial<Walk> = {}, nowMs = NOW) =>
		endAfter(seenWith({ walk: walkWith({ lastMs: Infinity, ...walk }), territory }), page, nowMs);

	it('continues if everything was new', () => {
		expect(end([row('new', T)])).toBeUndefined();
	});

	it('continues if the page was empty', () => {
		expect(end([])).toBeUndefined();
	});

	it.each<WalkKind>(['start', 'newest', 'late', 'rest'])(
		'(%s) ends with the first submission below the floor, wherever that is on the page',
		(kind) => {
			expect(end([row('below', FLOOR - 1), row('new', T)], { kind })).toBe('floor');
		},
	);

	it('does not end with a submission at the floor', () => {
		expect(end([row('new', FLOOR)])).toBeUndefined();
	});

	it('reports the floor even if everything is known', () => {
		expect(end([...KNOWN, row('below', FLOOR - 1)])).toBe('floor');
	});

	it('ends if the last ten are known', () => {
		expect(end([row('new', T), ...KNOWN.slice(0, 10)])).toBe('known');
	});

	it('continues if one of the last ten is new', () => {
		expect(end([row('new', T), ...KNOWN.slice(0, 9)])).toBeUndefined();
		expect(end([...KNOWN, row('new', T - 20)])).toBeUndefined();
	});

	it('ends with a shorter page if all of it is known', () => {
		expect(end(KNOWN.slice(0, 1))).toBe('known');
	});

	it.each<WalkKind>(['start', 'late', 'rest'])(
		'(%s) does not end with known submissions',
		(kind) => {
			expect(end(KNOWN, { kind })).toBeUndefined();
		},
	);

	it('that began again does not end before it is below where it was', () => {
		const lastMs = KNOWN.at(-1)?.atMs ?? 0;

		expect(end(KNOWN, { lastMs })).toBeUndefined();
		expect(end(KNOWN, { lastMs: lastMs + 1 })).toBe('known');
	});

	it('ignores submissions dated ahead, known or new', () => {
		const ahead = KNOWN.slice(0, 3);
		const nowMs = T - 3;

		expect(end(ahead, {}, nowMs)).toBeUndefined();
		expect(end([row('new', T), ...KNOWN.slice(3)], {}, nowMs)).toBe('known');
		expect(end([row('new', nowMs), ...KNOWN.slice(4, 8)], {}, nowMs)).toBeUndefined();
	});
});
