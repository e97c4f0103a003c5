import { keyOf, LATEST_MS, MAX_KNOWN } from '../../../nodes/FormSubmissions/polling/territory';
import {
	advance,
	advanceAside,
	startingAt,
	walkOf,
	withWalkAside,
	type Checkpoint,
} from '../../../nodes/FormSubmissions/polling/checkpoint';
import { continued, newWalk } from '../../../nodes/FormSubmissions/polling/walk';
import {
	checkpointWith,
	ids,
	keyOfId,
	known,
	knownRows,
	leftWalk,
	manyKnown,
	MINUTE,
	NOW,
	page,
	QUESTION,
	row,
	rows,
	SECOND,
	stretchWith,
	T,
} from './builders';

const HOUR = 60 * MINUTE;
const FLOOR = T - HOUR;
const NEXT_FLOOR = T - 10 * MINUTE - 5 * SECOND;

describe('the first checkpoint', () => {
	it('records existing submissions before anything counts as new', () => {
		expect(startingAt(QUESTION)).toEqual({
			question: QUESTION,
			floorMs: 0,
			known: new Map(),
			walk: newWalk('start'),
			aside: [],
			fullAtMachineMs: 0,
			quietWalks: 0,
		});
	});

	it('treats everything since Start From as new', () => {
		expect(startingAt(QUESTION, T)).toEqual({
			...startingAt(QUESTION),
			floorMs: T,
			walk: undefined,
		});
	});
});

describe('the walk of a poll', () => {
	it('is the unfinished one, if there is one, which continues', () => {
		const walk = leftWalk({ kind: 'quick' });

		expect(walkOf(checkpointWith({ walk }), NOW)).toEqual(continued(walk));
	});

	it.each([
		['full at first', 0, 0, 'full'],
		['quick within eight minutes of a full one', NOW - 8 * MINUTE + 1, 0, 'quick'],
		['full after eight minutes', NOW - 8 * MINUTE, 0, 'full'],
		['full after eight minutes, also after two quiet ones', NOW - 8 * MINUTE, 2, 'full'],
		['quick after three quiet full ones', NOW - 8 * MINUTE, 3, 'quick'],
		['full if the clock was set back', NOW + 1, 0, 'full'],
	] as const)('is %s', (_what, fullAtMachineMs, quietWalks, kind) => {
		expect(walkOf(checkpointWith({ fullAtMachineMs, quietWalks }), NOW)).toEqual(newWalk(kind));
	});
});

describe('after a page, the checkpoint', () => {
	const KNOWN = rows('known', 20, T - MINUTE);
	const BELOW = rows('below', 10, FLOOR - 1);
	const before = checkpointWith({
		known: knownRows(KNOWN),
		fullAtMachineMs: T,
		quietWalks: 1,
	});

	it('holds the walk, if it is not over, and what was new', () => {
		const submissions = [row('new', T), ...KNOWN.slice(0, 5)];
		const { fresh, checkpoint, walk } = advance(before, newWalk('quick'), page(submissions));

		expect(ids(fresh)).toEqual(['new']);
		expect(walk).toBe(checkpoint.walk);
		expect(walk).toMatchObject({ kind: 'quick', cursor: 'next', newestMs: T });
		expect(checkpoint).toMatchObject({ floorMs: FLOOR, fullAtMachineMs: T, quietWalks: 0 });
		expect(checkpoint.known).toEqual(knownRows([...KNOWN, row('new', T)]));
	});

	it('has the same floor and no walk after a quick one that ended at known submissions', () => {
		const submissions = [row('new', T), ...KNOWN];
		const { checkpoint, walk } = advance(before, newWalk('quick'), page(submissions));

		expect(walk).toBeUndefined();
		expect(checkpoint).toEqual({
			...before,
			known: knownRows([...KNOWN, row('new', T)]),
			walk: undefined,
			quietWalks: 0,
		});
	});

	it.each([
		['its floor', [row('new', T), ...BELOW], 'next'],
		['the end of the list', [row('new', T)], null],
	])('has what the walk prepared, once that reached %s', (_where, submissions, nextCursor) => {
		const { checkpoint, walk } = advance(
			before,
			newWalk('quick'),
			page(submissions, { nextCursor }),
		);

		expect(walk).toBeUndefined();
		expect(checkpoint).toEqual({
			...before,
			floorMs: NEXT_FLOOR,
			known: knownRows([...KNOWN, row('new', T)]),
			fullAtMachineMs: NOW,
			quietWalks: 1,
		});
	});

	it('forgets what lies below the new floor, and what has no time and was not met again', () => {
		const all = known({ above: NEXT_FLOOR, below: NEXT_FLOOR - 1, undated: LATEST_MS });
		const submissions = page([row('new', T), ...BELOW]);
		const { checkpoint } = advance({ ...before, known: all }, newWalk('full'), submissions);

		expect(checkpoint.known).toEqual(known({ above: NEXT_FLOOR, new: T }));
	});

	it('counts full walks in which nothing was new', () => {
		const nothing = page(BELOW);
		const quietAfter = (kind: 'quick' | 'full', submissions = nothing) =>
			advance(before, newWalk(kind), submissions).checkpoint.quietWalks;

		expect(quietAfter('full')).toBe(2);
		expect(quietAfter('full', page([row('new', T), ...BELOW]))).toBe(1);
		expect(quietAfter('quick', page(KNOWN))).toBe(1);
	});

	it('is complete if the list is empty', () => {
		const { checkpoint } = advance(before, newWalk('full'), page([], { nextCursor: null }));

		expect(checkpoint).toEqual({ ...before, fullAtMachineMs: NOW, quietWalks: 2, walk: undefined });
	});

	it('of a start returns nothing and keeps the floor that its first page set', () => {
		const submissions = page([row('a', T), row('b', T - 1)], { nextCursor: null });
		const { fresh, checkpoint } = advance(startingAt(QUESTION), newWalk('start'), submissions);

		expect(fresh).toEqual([]);
		expect(checkpoint).toMatchObject({
			floorMs: NEXT_FLOOR,
			walk: undefined,
			fullAtMachineMs: NOW,
		});
		expect(checkpoint.known).toEqual(known({ a: T, b: T - 1 }));
	});

	it('has a floor just above the newest submission when the walk began, at most', () => {
		const many = manyKnown(MAX_KNOWN, () => T + HOUR);
		const { checkpoint } = advance(
			{ ...before, known: many },
			newWalk('full'),
			page([row('new', T), ...BELOW]),
		);

		expect(checkpoint.floorMs).toBe(T + 1);
	});

	it('lets walks put aside know what was returned in their areas', () => {
		const high = stretchWith({}, { floorMs: T + 1 });
		const low = stretchWith({}, { known: known({ a: T }) });
		const { checkpoint } = advance(
			{ ...before, aside: [high, low] },
			newWalk('quick'),
			page([row('new', T)]),
		);

		expect(checkpoint.aside).toEqual([high, { ...low, known: known({ a: T, new: T }) }]);
	});
});

describe('a walk that is put aside', () => {
	const walk = leftWalk({ next: { floorMs: NEXT_FLOOR, known: known({ passed: T }) } });
	const stuck = checkpointWith({
		floorMs: T - 3 * HOUR,
		known: known({ below: FLOOR - 1, above: NEXT_FLOOR, undated: LATEST_MS }),
		walk,
	});

	/** A walk put aside a day before. */
	const elsewhere = stretchWith(
		leftWalk({ next: undefined, reachedMs: T - 24 * HOUR, knownToMs: T - 24 * HOUR }),
		{ floorMs: T - 25 * HOUR },
	);

	it('keeps what it treats as new; later ones continue with what it had prepared', () => {
		expect(withWalkAside(stuck)).toEqual({
			...stuck,
			floorMs: NEXT_FLOOR,
			known: known({ passed: T, undated: LATEST_MS }),
			walk: undefined,
			aside: [
				{
					floorMs: T - 3 * HOUR,
					known: known({ below: FLOOR - 1, undated: LATEST_MS }),
					walk: { ...walk, next: undefined },
				},
			],
		});
	});

	it('keeps few IDs, those nearest to where it stands', () => {
		const many = manyKnown(6_000, (n) => FLOOR + n);
		const [aside] = withWalkAside({ ...stuck, known: many }).aside;

		expect(aside?.known).toEqual(manyKnown(5_000, (n) => FLOOR + n));
	});

	it('shares the IDs to keep equally with those put aside before', () => {
		const knownToMs = T - 24 * HOUR + 10 * MINUTE;
		const manyElsewhere = {
			...elsewhere,
			walk: { ...elsewhere.walk, knownToMs },
			known: manyKnown(6_000, (n) => knownToMs - n),
		};
		const known = manyKnown(6_000, (n) => FLOOR + 1 + n);
		const { aside } = withWalkAside({ ...stuck, known, aside: [manyElsewhere] });

		expect(aside.map((one) => one.known.size)).toEqual([2_500, 2_500]);
	});

	it.each([
		['lower', -5 * MINUTE, 'cursor'],
		['higher', 5 * MINUTE, 'higher'],
	])('is joined with one that stands a little %s', (_where, offMs, cursor) => {
		const reachedMs = walk.reachedMs + offMs;
		const other = stretchWith(
			leftWalk({
				next: undefined,
				cursor: 'higher',
				reachedMs,
				knownToMs: reachedMs + 10 * MINUTE,
			}),
			{ floorMs: T - 2 * HOUR, known: known({ other: FLOOR }) },
		);

		expect(withWalkAside({ ...stuck, aside: [elsewhere, other] }).aside).toEqual([
			elsewhere,
			{
				floorMs: T - 3 * HOUR,
				known: known({ other: FLOOR, below: FLOOR - 1, undated: LATEST_MS }),
				walk: expect.objectContaining({
					cursor,
					reachedMs: Math.max(reachedMs, walk.reachedMs),
					knownToMs: Math.min(reachedMs, walk.reachedMs) + 10 * MINUTE,
				}) as unknown,
			},
		]);
	});

	it('stays separate if IDs in between have been forgotten', () => {
		const reachedMs = walk.reachedMs - 10 * MINUTE - 1;
		const other = stretchWith(leftWalk({ reachedMs, knownToMs: reachedMs + 10 * MINUTE }));

		const justNear = { ...other, walk: { ...other.walk, knownToMs: walk.reachedMs } };

		expect(withWalkAside({ ...stuck, aside: [other] }).aside).toHaveLength(2);
		expect(withWalkAside({ ...stuck, aside: [justNear] }).aside).toHaveLength(1);
	});

	it.each<[string, Partial<Checkpoint>]>([
		['there is none', { walk: undefined }],
		['it has prepared nothing, as a start', { walk: leftWalk({ next: undefined }) }],
		['ten have been put aside', { aside: Array.from({ length: 10 }, () => elsewhere) }],
	])('changes nothing if %s', (_why, changes) => {
		const checkpoint = { ...stuck, ...changes };

		expect(withWalkAside(checkpoint)).toBe(checkpoint);
	});

	it('may be the tenth', () => {
		const aside = Array.from({ length: 9 }, () => elsewhere);

		expect(withWalkAside({ ...stuck, aside }).aside).toEqual([...aside, expect.anything()]);
	});
});

describe('after a page of a walk put aside, the checkpoint', () => {
	const other = stretchWith({}, { known: known({ other: T }) });
	const put = stretchWith(leftWalk({ next: undefined }), { floorMs: T - 3 * HOUR });
	const own = leftWalk({ next: { floorMs: FLOOR, known: known({ passed: T }) } });
	const before = checkpointWith({
		floorMs: FLOOR,
		known: known({ a: T }),
		walk: own,
		aside: [other, put, other],
	});
	const submissions = [row('high', FLOOR), row('low', FLOOR - 1)];
	const ended = page(submissions, { nextCursor: null });

	it('has dropped it if it is over', () => {
		const { fresh, checkpoint, walk } = advanceAside(before, 1, put.walk, ended);

		expect(fresh).toEqual(submissions);
		expect(walk).toBeUndefined();
		expect(checkpoint.aside).toHaveLength(2);
		expect(checkpoint.aside.map((one) => one.walk)).toEqual([other.walk, other.walk]);
	});

	it('holds what is left of it', () => {
		const { checkpoint, walk } = advanceAside(before, 1, put.walk, page(submissions));
		const [first, left, last] = checkpoint.aside;

		expect(walk).toBe(left?.walk);
		expect(left).toMatchObject({ floorMs: put.floorMs, walk: { cursor: 'next' } });
		expect(left?.known).toEqual(knownRows(submissions));
		expect([first, last].map((one) => one?.walk)).toEqual([other.walk, other.walk]);
	});

	it('holds few of its IDs', () => {
		const many = { ...put, known: manyKnown(5_000, (n) => FLOOR + 1 + n) };
		const { checkpoint } = advanceAside(
			{ ...before, aside: [many] },
			0,
			put.walk,
			page(submissions),
		);

		expect(checkpoint.aside[0]?.known.size).toBe(5_000);
	});

	it('knows what was returned, in every area that it belongs to', () => {
		const { checkpoint } = advanceAside(before, 1, put.walk, ended);
		const high = { high: FLOOR };

		expect(checkpoint.known).toEqual(known({ a: T, ...high }));
		expect(checkpoint.walk).toEqual({
			...own,
			next: { floorMs: FLOOR, known: known({ passed: T, ...high }) },
		});
		expect(checkpoint.aside.map((one) => one.known)).toEqual([
			known({ other: T, ...high }),
			known({ other: T, ...high }),
		]);
	});

	it('is otherwise the same', () => {
		const { checkpoint } = advanceAside({ ...before, walk: undefined }, 1, put.walk, ended);

		expect(checkpoint).toMatchObject({
			question: QUESTION,
			floorMs: FLOOR,
			fullAtMachineMs: before.fullAtMachineMs,
			quietWalks: before.quietWalks,
		});
		expect(checkpoint.walk).toBeUndefined();
	});

	it('treats as known what its own area knows, not what others know', () => {
		const knowing = { ...put, known: knownRows(submissions.slice(0, 1)) };
		const { fresh } = advanceAside({ ...before, aside: [knowing] }, 0, put.walk, ended);

		expect(ids(fresh)).toEqual(['low']);
		expect(keyOfId('low')).toBe(keyOf(row('low', T)));
	});

	it('leaves a walk that has prepared nothing as it is', () => {
		const start = leftWalk({ kind: 'start', next: undefined });
		const { checkpoint } = advanceAside({ ...before, walk: start }, 1, put.walk, ended);

		expect(checkpoint.walk).toEqual(start);
	});
});
