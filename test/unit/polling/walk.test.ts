import fc from 'fast-check';

import type { TimedSubmission } from '../../../nodes/FormSubmissions/api/createdAt';
import { keyOf, LATEST_MS, MAX_KNOWN } from '../../../nodes/FormSubmissions/polling/territory';
import {
	begunAgain,
	continued,
	downFrom,
	KINDS,
	newWalk,
	pass,
	type Walk,
} from '../../../nodes/FormSubmissions/polling/walk';
import {
	ids,
	keyOfId,
	known,
	knownRows,
	leftWalk,
	manyKnown,
	MINUTE,
	page,
	row,
	rows,
	SECOND,
	stretchWith,
	T,
	undated,
} from './builders';
import { randomCases } from '../../support/search';

const HOUR = 60 * MINUTE;

/** How far below the newest submission a walk prepares what later ones take for new. */
const MARGIN = 10 * MINUTE + 5 * SECOND;

describe('a walk', () => {
	it.each(KINDS)('(%s) begins at the newest submission and has seen nothing', (kind) => {
		expect(newWalk(kind)).toEqual({
			kind,
			reachedMs: LATEST_MS,
			knownToMs: LATEST_MS,
			lastTimesMs: [],
		});
	});

	it.each(['quick', 'full'] as const)('(%s) that is continued is a full one', (kind) => {
		const walk = leftWalk({ kind });

		expect(continued(walk)).toEqual({ ...walk, kind: 'full' });
	});

	it('(start) that is continued knows nothing that is later than when it began', () => {
		const walk = leftWalk({ kind: 'start', knownToMs: LATEST_MS });

		expect(continued(walk)).toEqual({ ...walk, knownToMs: T });
	});
});

describe('the first page of a walk', () => {
	const NEWEST = rows('a', 12, T, MINUTE);

	it.each(['quick', 'full'] as const)(
		'(%s) prepares a floor ten minutes and five seconds below the newest, and what is known from there on',
		(kind) => {
			const { stretch } = pass(stretchWith({ kind }), page(NEWEST));

			expect(stretch.walk.newestMs).toBe(T);
			expect(stretch.walk.next).toEqual({
				floorMs: T - MARGIN,
				known: knownRows(NEWEST.slice(0, 11)),
			});
			expect(stretch.floorMs).toBe(T - HOUR);
		},
	);

	it('of a start sets that floor for the start itself, which prepares nothing', () => {
		const { stretch } = pass(stretchWith({ kind: 'start' }), page(NEWEST));

		expect(stretch).toMatchObject({ floorMs: T - MARGIN, walk: { newestMs: T } });
		expect(stretch.known).toEqual(knownRows(NEWEST.slice(0, 11)));
		expect(stretch.walk.next).toBeUndefined();
	});

	it("goes by the service's clock if the newest is dated ahead", () => {
		const { stretch } = pass(stretchWith(), page(NEWEST, { requestedMs: T - MINUTE }));

		expect(stretch.walk).toMatchObject({
			newestMs: T - MINUTE,
			next: { floorMs: T - MINUTE - MARGIN },
		});
	});

	it.each(['start', 'full'] as const)('(%s) never lowers the floor', (kind) => {
		const { stretch } = pass(stretchWith({ kind }, { floorMs: T - 1 }), page(NEWEST));

		expect((stretch.walk.next ?? stretch).floorMs).toBe(T - 1);
	});

	it('sets nothing if it is empty; the next one does', () => {
		const empty = pass(stretchWith(), page([])).stretch;
		const { stretch } = pass(empty, page(NEWEST));

		expect(empty.walk.newestMs).toBeUndefined();
		expect(empty.walk.next).toBeUndefined();
		expect(stretch.walk).toMatchObject({ newestMs: T, next: { floorMs: T - MARGIN } });
	});

	it('alone sets the floor; later ones add what they pass from there on', () => {
		const first = pass(stretchWith(), page([row('a', T)])).stretch;
		const later = [row('b', T - MARGIN), row('c', T - MARGIN - 1), undated('d', T - MARGIN - 1)];
		const { stretch } = pass(first, page(later));

		expect(stretch.walk.next).toEqual({
			floorMs: T - MARGIN,
			known: known({ a: T, b: T - MARGIN, d: LATEST_MS }),
		});
	});
});

describe('new on a page', () => {
	it.each<[string, TimedSubmission, boolean]>([
		['one at the floor', row('new', T - HOUR), true],
		['one before the floor', row('new', T - HOUR - 1), false],
		['one that is known', row('known', T), false],
		['one that is known by another time', row('known', T - 5), false],
		['one dated ahead', row('new', T + HOUR), true],
		['one without a time of its own', undated('new', T), true],
		['one without a time that is known', undated('known', T), false],
	])('is, or is not, %s', (_what, one, isNew) => {
		const { fresh, stretch } = pass(stretchWith({}, { known: known({ known: T }) }), page([one]));

		expect(fresh).toEqual(isNew ? [one] : []);
		expect(stretch.known.has(keyOf(one))).toBe(isNew || ids([one])[0] === 'known');
	});

	it('is a submission once, and known from then on', () => {
		const twice = [row('a', T), row('b', T - 1), row('a', T)];
		const { fresh, stretch } = pass(stretchWith(), page(twice));

		expect(ids(fresh)).toEqual(['a', 'b']);
		expect(ids(pass(stretch, page(twice)).fresh)).toEqual([]);
	});

	it('is read to the end of the page, whatever comes before', () => {
		const old = rows('old', 12, T - 2 * HOUR);
		const { fresh } = pass(stretchWith(), page([...old, row('new', T)]));

		expect(ids(fresh)).toEqual(['new']);
	});
});

describe('a walk ends', () => {
	const FLOOR = T - HOUR;
	const NINE = rows('below', 9, FLOOR - 1);

	it.each<[string, TimedSubmission[], boolean]>([
		['ten below the floor', rows('below', 10, FLOOR - 1), true],
		['ten of which one is at the floor', [row('at', FLOOR), ...NINE], false],
		['ten below the floor after others', [row('new', T), ...rows('below', 10, FLOOR - 1)], true],
		['new ones after ten below the floor', [...NINE, ...NINE, row('new', T)], false],
		['fewer than ten', NINE, false],
		['one backdated submission', [row('backdated', 0), ...rows('new', 12, T)], false],
	])('at the floor, or not, with %s', (_what, submissions, isEnd) => {
		expect(pass(stretchWith(), page(submissions)).end).toBe(isEnd ? 'floor' : undefined);
	});

	it('at the floor with ten below it on two pages', () => {
		const { stretch, end } = pass(stretchWith(), page(NINE.slice(0, 5)));

		expect(end).toBeUndefined();
		expect(pass(stretch, page(NINE.slice(4))).end).toBe('floor');
	});

	it.each(KINDS)('(%s) with the last page, whatever is on it', (kind) => {
		const last = page([row('new', T)], { nextCursor: null });
		const { end, stretch } = pass(stretchWith({ kind }), last);

		expect(end).toBe('floor');
		expect(stretch.walk.cursor).toBeUndefined();
	});

	const KNOWN = rows('known', 12, T);
	const atKnown = { known: knownRows(KNOWN) };

	it.each<[string, TimedSubmission[], boolean]>([
		['ten known', KNOWN.slice(0, 10), true],
		['fewer, but nothing else', KNOWN.slice(0, 1), true],
		['nothing at all', [], false],
		['ten known after a new one', [row('new', T), ...KNOWN.slice(0, 10)], true],
		['nine known after a new one', [row('new', T), ...KNOWN.slice(0, 9)], false],
		[
			'a new one among the last ten',
			[...KNOWN.slice(0, 5), row('new', T), ...KNOWN.slice(3)],
			false,
		],
		['a new one after ten known', [...KNOWN, row('new', T)], false],
	])('at known ones, or not, with %s', (_what, submissions, isEnd) => {
		const { end } = pass(stretchWith({ kind: 'quick' }, atKnown), page(submissions));

		expect(end).toBe(isEnd ? 'known' : undefined);
	});

	it('where all are known or below its floor', () => {
		const submissions = [...KNOWN.slice(0, 5), ...rows('old', 5, T - 2 * HOUR)];
		const atFloor = [...KNOWN.slice(0, 9), row('new', T - HOUR)];

		expect(pass(stretchWith({ kind: 'quick' }, atKnown), page(submissions)).end).toBe('known');
		expect(pass(stretchWith({ kind: 'quick' }, atKnown), page(atFloor)).end).toBeUndefined();
	});

	it('at known ones on a later page', () => {
		const first = page([row('new', T + 1), ...KNOWN.slice(0, 4)]);
		const { stretch } = pass(stretchWith({ kind: 'quick' }, atKnown), first);

		expect(pass(stretch, page(KNOWN.slice(4))).end).toBe('known');
		expect(pass(stretch, page([row('late', T), ...KNOWN.slice(4)])).end).toBeUndefined();
	});

	it('at known ones without regard to those dated ahead, known or new', () => {
		const requestedMs = T - 2 * SECOND + 1;
		const end = (submissions: TimedSubmission[]) =>
			pass(stretchWith({ kind: 'quick' }, atKnown), page(submissions, { requestedMs })).end;

		expect(end(KNOWN.slice(0, 2))).toBeUndefined();
		expect(end([row('new', requestedMs), ...KNOWN.slice(0, 11)])).toBeUndefined();
		expect(end([row('new', requestedMs), ...KNOWN])).toBe('known');
		expect(end([...KNOWN, row('ahead', requestedMs + 1)])).toBe('known');
		expect(end([...KNOWN, row('new', requestedMs)])).toBeUndefined();
	});

	it.each(['start', 'full'] as const)('(%s) not at known ones', (kind) => {
		expect(pass(stretchWith({ kind }, atKnown), page(KNOWN)).end).toBeUndefined();
	});

	it('at the floor rather than at known ones, so that the floor rises', () => {
		const below = rows('known', 12, FLOOR - 1);
		const stretch = stretchWith({ kind: 'quick' }, { known: knownRows(below) });

		expect(pass(stretch, page(below)).end).toBe('floor');
	});
});

describe('where a walk stands', () => {
	it('is the next cursor and the newest of the last ten submissions', () => {
		const submissions = rows('a', 20, T);
		const { walk } = pass(stretchWith(), page(submissions)).stretch;

		expect(walk).toMatchObject({
			cursor: 'next',
			reachedMs: T - 10 * SECOND,
			lastTimesMs: submissions.slice(10).map(({ atMs }) => atMs),
		});
	});

	it('is nowhere before it has seen ten', () => {
		expect(pass(stretchWith(), page(rows('a', 9, T))).stretch.walk.reachedMs).toBe(LATEST_MS);
	});

	it('never rises', () => {
		const low = pass(stretchWith(), page(rows('a', 10, T - MINUTE))).stretch;
		const { walk } = pass(low, page(rows('b', 10, T))).stretch;

		expect(walk.reachedMs).toBe(T - MINUTE);
	});
});

describe('a walk that begins again', () => {
	const LEFT = leftWalk();
	const REACHED = LEFT.reachedMs;
	const again = begunAgain(continued(LEFT));
	const stretch = stretchWith(again, {
		floorMs: T - 3 * HOUR,
		known: known({ returned: REACHED + 1 }),
	});

	it('has no cursor and remembers how far down it has come', () => {
		expect(again).toMatchObject({
			cursor: undefined,
			lastTimesMs: [],
			reachedMs: REACHED,
			knownToMs: REACHED + 10 * MINUTE,
			newestMs: T,
		});
	});

	it.each([
		['above the known IDs', REACHED + 10 * MINUTE + 1, false],
		['up to which the known IDs are complete', REACHED + 10 * MINUTE, true],
		['below where it stood', REACHED - 1, true],
	])('on its way down, leaves what is %s', (_where, atMs, isNew) => {
		const submissions = [...rows('passed', 10, T), row('one', atMs), row('returned', REACHED + 1)];
		const { fresh, stretch: after } = pass(stretch, page(submissions));

		expect(ids(fresh)).toEqual(isNew ? ['one'] : []);
		expect(after.known.has(keyOfId('one'))).toBe(isNew);
	});

	it('adds nothing that it leaves to what it prepares', () => {
		const { walk } = pass(stretch, page(rows('passed', 10, T))).stretch;

		expect(walk.next).toEqual({ floorMs: T - MARGIN, known: new Map() });
	});

	it('leaves nothing more once its last ten lie where it stood', () => {
		const stood = pass(stretch, page(rows('a', 10, REACHED, 1))).stretch;
		const above = row('late', REACHED + 20 * MINUTE);

		expect(ids(pass(stood, page([above])).fresh)).toEqual(['late']);
	});

	it('leaves nothing if it had not yet stood anywhere', () => {
		const short = begunAgain(continued({ ...LEFT, reachedMs: LATEST_MS, knownToMs: LATEST_MS }));

		expect(ids(pass(stretchWith(short), page([row('a', T)])).fresh)).toEqual(['a']);
	});
});

describe('a start that takes several pages', () => {
	const STOOD = T - 60 * MINUTE;
	const left = leftWalk({ kind: 'start', next: undefined, knownToMs: LATEST_MS });
	const records = (walk: Walk, atMs: number) => {
		const { stretch } = pass(stretchWith(walk), page([row('one', atMs)]));
		return stretch.known.has(keyOfId('one'));
	};

	it.each([
		['where it stood, as the list may be out of order', STOOD + 5 * SECOND, true],
		['above', STOOD + 5 * SECOND + 1, false],
		['ahead of the clock', T + HOUR, false],
	])('records what is dated %s if it begins again', (_when, atMs, isRecorded) => {
		expect(records(begunAgain(left), atMs)).toBe(isRecorded);
	});

	it.each([
		['up to the newest when it began, or a little later', T + 5 * SECOND, true],
		['after that', T + 5 * SECOND + 1, false],
		['ahead of the clock', T + HOUR, true],
	])('records what is dated %s if it goes on where it stood', (_when, atMs, isRecorded) => {
		expect(records(continued(left), atMs)).toBe(isRecorded);
	});

	it('records what has no time', () => {
		const { stretch } = pass(stretchWith(begunAgain(left)), page([undated('one', T + HOUR)]));

		expect(stretch.known.size).toBe(1);
	});

	it('is the only walk that leaves what is later than when it began', () => {
		const full = { ...continued(left), kind: 'full' as const };

		expect(pass(stretchWith(full), page([row('one', T + 6 * SECOND)])).fresh).toHaveLength(1);
	});

	it('records everything in its first poll', () => {
		expect(records(left, T + MINUTE)).toBe(true);
	});

	it('records what there is if it had not yet stood anywhere', () => {
		expect(records(begunAgain({ ...left, reachedMs: LATEST_MS }), T)).toBe(true);
	});
});

describe('an unfinished walk', () => {
	const stands = T - 30 * MINUTE;
	const TEN = rows('ten', 10, stands, 1);
	const knownAt = {
		ahead: T,
		above: stands + 10 * MINUTE + 1,
		near: stands + 10 * MINUTE,
		below: 0,
	};

	it('forgets what lies more than ten minutes above where it stands', () => {
		const { stretch } = pass(stretchWith({}, { known: known(knownAt) }), page(TEN));

		expect([...stretch.known.keys()]).toEqual(
			['near', 'below', ...ids(TEN)].map((id) => keyOfId(id)),
		);
		expect(stretch.walk.knownToMs).toBe(stands + 10 * MINUTE);
	});

	it.each(['quick', 'start'] as const)('(%s) forgets nothing as long as it is small', (kind) => {
		const { stretch } = pass(stretchWith({ kind }, { known: known(knownAt) }), page(TEN));

		expect(stretch.known.size).toBe(14);
		expect(stretch.walk).toMatchObject({ kind, knownToMs: LATEST_MS });
	});

	it('becomes a full one if it is a quick one and knows too many', () => {
		const many = manyKnown(MAX_KNOWN - 10, () => T);
		const pageOf = (count: number) => page(rows('new', count, stands, 0));
		const { stretch: small } = pass(stretchWith({ kind: 'quick' }, { known: many }), pageOf(10));
		const { stretch: large } = pass(stretchWith({ kind: 'quick' }, { known: many }), pageOf(11));

		expect(small.walk.kind).toBe('quick');
		expect(large.walk.kind).toBe('full');
		expect(large.known.size).toBe(11);
	});

	it('keeps no more IDs than the limit, of its own and of what it prepares', () => {
		const many = (atMs: number) => manyKnown(MAX_KNOWN, (n) => atMs - n);
		const next = { floorMs: T - MARGIN, known: many(T - 1) };
		const walk = { ...newWalk('full'), newestMs: T, next };
		const { stretch } = pass(
			stretchWith(walk, { known: manyKnown(MAX_KNOWN, (n) => stands + 1 + n) }),
			page([row('a', T), ...TEN]),
		);

		expect(stretch.known.size).toBeLessThanOrEqual(MAX_KNOWN);
		expect(stretch.walk.next?.known.size).toBe(MAX_KNOWN);
		expect(stretch.walk.next?.floorMs).toBe(T - MAX_KNOWN + 1);
	});

	it('of a start raises its floor no further than just above the newest submission', () => {
		const many = manyKnown(MAX_KNOWN, () => T + HOUR);
		const walk = { ...newWalk('start'), newestMs: T };
		const { stretch } = pass(stretchWith(walk, { known: many }), page([row('a', T)]));

		expect(stretch.floorMs).toBe(T + 1);
	});
});

describe('what a walk that stands somewhere keeps', () => {
	const AT = T - HOUR;
	const FLOOR = T - 3 * HOUR;
	const kept = (times: Record<string, number>, max: number, walk: Partial<Walk> = {}) => {
		const standing = leftWalk({ reachedMs: AT, knownToMs: LATEST_MS, ...walk });
		const stretch = downFrom({ floorMs: FLOOR, known: known(times), walk: standing }, max);
		const names = Object.keys(times).filter((id) => stretch.known.has(keyOfId(id)));
		expect(stretch.floorMs).toBe(FLOOR);
		return { names, knownToMs: stretch.walk.knownToMs };
	};
	const UP_TO = AT + 10 * MINUTE;

	it.each([
		['all if there is room', { a: AT - 9, b: AT, c: AT + 9 }, 3, ['a', 'b', 'c'], UP_TO],
		['nothing far above', { a: AT, b: UP_TO + 1 }, 3, ['a'], UP_TO],
		['what has no time', { a: LATEST_MS }, 3, ['a'], UP_TO],
		['rather what is near above', { far: AT + 9, near: AT + 6 }, 1, ['near'], AT + 8],
		['rather what is below', { above: AT + 1, below: AT - HOUR }, 1, ['below'], AT],
		['all below, even beyond the limit', { a: AT - 9, b: AT - 5 }, 1, ['a', 'b'], UP_TO],
		['all without a time', { a: LATEST_MS, b: AT, above: AT + 1 }, 1, ['a', 'b'], AT],
		['all of the same instant, too', { a: AT, b: AT, above: AT + 1 }, 1, ['a', 'b'], AT],
	])('is %s', (_what, times, max, names, knownToMs) => {
		expect(kept(times, max)).toEqual({ names, knownToMs });
	});

	it('never reaches further up than before', () => {
		expect(kept({ a: AT, b: AT + 2 }, 3, { knownToMs: AT + 1 })).toEqual({
			names: ['a'],
			knownToMs: AT + 1,
		});
	});

	const time = fc.oneof(
		fc.integer({ min: AT - HOUR, max: AT + HOUR }),
		fc.integer({ min: AT - 9, max: AT + 9 }),
		fc.constant(LATEST_MS),
	);
	const times = fc.dictionary(fc.string(), time, { maxKeys: 30 });

	it('is no more than asked for and what it needs, and complete up to where it says', () => {
		fc.assert(
			fc.property(times, fc.nat(20), (all, max) => {
				const { names, knownToMs } = kept(all, max);
				const timeOf = (id: string) => all[id] ?? 0;
				const missing = Object.keys(all).filter((id) => !names.includes(id));
				const above = names.filter((id) => timeOf(id) > AT && timeOf(id) !== LATEST_MS);

				expect(above.length).toBeLessThanOrEqual(max);
				expect(names.length > max && above.length > 0).toBe(false);
				expect(missing.filter((id) => timeOf(id) <= knownToMs)).toEqual([]);
				expect(knownToMs).toBeGreaterThanOrEqual(AT);
			}),
			randomCases(100),
		);
	});
});
