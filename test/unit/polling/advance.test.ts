import { advance } from '../../../nodes/FormSubmissions/polling/advance';
import { startingNow, type Checkpoint } from '../../../nodes/FormSubmissions/polling/checkpoint';
import type { Seen, Walk } from '../../../nodes/FormSubmissions/polling/walk';
import {
	checkpointWith,
	ids,
	known,
	MINUTE,
	QUESTION,
	row,
	seenWith,
	T,
	walkWith,
} from './builders';

const FLOOR = T - 60 * MINUTE;
const MARK = T - 10 * MINUTE;
const NOW = T + MINUTE;

const state = (changes: Partial<Checkpoint> = {}) => checkpointWith({ floorMs: FLOOR, ...changes });

/** A walk that began at the newest submission in this poll. */
const newest = (changes: Partial<Walk> = {}): Walk => ({
	kind: 'newest',
	lastMs: Infinity,
	risesToMs: MARK,
	...changes,
});

const seenFrom = (checkpoint: Checkpoint, changes: Partial<Seen> = {}) => {
	const { floorMs, known: knownIds } = checkpoint;
	return seenWith({ walk: newest(), territory: { floorMs, known: knownIds }, ...changes });
};

/** The advance after a walk that began in this poll. */
const after = (checkpoint: Checkpoint, changes: Partial<Seen> = {}, nowMs = NOW) =>
	advance(checkpoint, undefined, seenFrom(checkpoint, changes), nowMs);

/** The advance after a walk that an earlier poll left unfinished. */
const afterLeft = (checkpoint: Checkpoint, stored: Walk, changes: Partial<Seen> = {}) =>
	advance(checkpoint, stored, seenFrom(checkpoint, { walk: stored, ...changes }), NOW);

describe('what is new', () => {
	it('is what is not before the floor and not known, once each, in the order of the list', () => {
		const rows = [
			row('b', T),
			row('known', T - 1),
			row('a', FLOOR),
			row('b', FLOOR),
			row('below', FLOOR - 1),
		];
		const before = state({ known: known({ known: T - 1 }) });
		const walk = newest({ risesToMs: FLOOR });
		const { fresh, checkpoint } = after(before, { walk, rows, end: 'floor' });

		expect(fresh).toEqual([row('b', T), row('a', FLOOR)]);
		expect(checkpoint.known).toEqual(known({ known: T - 1, b: T, a: FLOOR }));
	});

	it.each(['newest', 'late'] as const)(
		'to a continued %s walk includes what is above where it stopped',
		(kind) => {
			const stored = walkWith({ kind, lastMs: T });
			const { fresh } = afterLeft(state({ walks: [stored] }), stored, { rows: [row('a', T + 1)] });

			expect(ids(fresh)).toEqual(['a']);
		},
	);

	it('to a rest is limited to its own part of the list', () => {
		const own = { floorMs: FLOOR - 9, known: known({ known: T }) };
		const stored = walkWith({ kind: 'rest', lastMs: T, own });
		const rows = [
			row('above', T + 1),
			row('known', T),
			row('a', T),
			row('b', FLOOR - 9),
			row('below', FLOOR - 10),
		];
		const { fresh } = afterLeft(state({ walks: [stored] }), stored, { rows, territory: own });

		expect(ids(fresh)).toEqual(['a', 'b']);
	});
});

describe('a start', () => {
	const starting = startingNow(QUESTION);
	const [start] = starting.walks;
	const territory = { floorMs: MARK, known: new Map() };
	const rows = [row('a', T), row('b', MARK), row('below', MARK - 1)];
	const walk = newest({ kind: 'start' });

	it('returns nothing, knows what was there, and sets the floor ten minutes before it', () => {
		const seen = seenFrom(starting, { walk, territory, rows, end: 'floor' });

		expect(advance(starting, start, seen, NOW)).toEqual({
			fresh: [],
			checkpoint: checkpointWith({
				floorMs: MARK,
				known: known({ a: T, b: MARK }),
				lookedLateAtMachineMs: NOW,
				quietLooks: 1,
			}),
		});
	});

	it('treats everything as new if nothing was there', () => {
		const seen = seenFrom(starting, {
			walk: newest({ kind: 'start', risesToMs: undefined }),
			end: 'list',
		});

		expect(advance(starting, start, seen, NOW)).toMatchObject({
			fresh: [],
			checkpoint: { floorMs: 0, walks: [] },
		});
	});

	it('that runs out of time continues in the next poll, with its floor already set', () => {
		const seen = seenFrom(starting, { walk, territory, rows: rows.slice(0, 1) });

		expect(advance(starting, start, seen, NOW).checkpoint).toMatchObject({
			floorMs: MARK,
			known: known({ a: T }),
			walks: [{ kind: 'start', cursor: 'cursor', lastMs: T, risesToMs: MARK }],
		});
	});

	it('that has seen nothing yet still has to be made', () => {
		const seen = seenFrom(starting, { walk: start, cursor: undefined });

		expect(advance(starting, start, seen, NOW)).toEqual({ fresh: [], checkpoint: starting });
	});

	it('that continues records what was there and what is dated ahead, but not what came since', () => {
		const stored = newest({ kind: 'start', lastMs: T + 9, firstEndedMs: T + 1 });
		const { checkpoint } = afterLeft(state({ walks: [stored] }), stored, {
			territory: { floorMs: MARK, known: new Map() },
			rows: [row('ahead', T + 4), row('since', T + 3), row('last', T + 2), row('a', T + 1)],
			serviceNowMs: T + 3,
			end: 'list',
		});

		expect(checkpoint.known).toEqual(known({ ahead: T + 4, a: T + 1 }));
	});

	it('keeps the time at which its first poll ended in all polls that continue it', () => {
		const first = seenFrom(starting, { walk, territory, rows, serviceNowMs: T + 5 });
		const { checkpoint } = advance(starting, start, first, NOW);
		const [stored] = checkpoint.walks;
		const later = seenFrom(starting, { walk: stored, territory, rows, serviceNowMs: T + 9 });

		expect(advance(checkpoint, stored, later, NOW).checkpoint.walks).toMatchObject([
			{ firstEndedMs: T + 5 },
		]);
	});

	it('that begins again does not record what came in since', () => {
		const stored = newest({ kind: 'start', cursor: 'refused', lastMs: T });
		const rowsSince = [row('since', T + 1), row('a', T)];
		const { checkpoint } = afterLeft(state({ walks: [stored] }), stored, {
			territory: { floorMs: MARK, known: new Map() },
			rows: rowsSince,
			end: 'list',
		});

		expect(checkpoint.known).toEqual(known({ a: T }));
	});
});

describe('a walk that has reached the floor', () => {
	it.each(['floor', 'list'] as const)(
		'(%s) raises it to ten minutes before the newest submission',
		(end) => {
			const before = state({ known: known({ old: MARK - 1, mark: MARK }), quietLooks: 1 });

			expect(after(before, { end })).toEqual({
				fresh: [],
				checkpoint: checkpointWith({
					floorMs: MARK,
					known: known({ mark: MARK }),
					lookedLateAtMachineMs: NOW,
					quietLooks: 2,
				}),
			});
		},
	);

	it('never lowers it', () => {
		expect(after(state({ floorMs: MARK + 1 }), { end: 'floor' }).checkpoint.floorMs).toBe(MARK + 1);
	});

	it('leaves it unchanged if the list was empty', () => {
		const walk = newest({ risesToMs: undefined });

		expect(after(state(), { walk, end: 'list' }).checkpoint.floorMs).toBe(FLOOR);
	});

	it('ends the walks that would see no more than it did, but none that began later', () => {
		const rest = walkWith({ kind: 'rest', risesToMs: 0, own: { floorMs: 0, known: new Map() } });
		const newer = walkWith({ cursor: 'newer', risesToMs: MARK + 1 });
		const same = walkWith({ cursor: 'same', risesToMs: MARK });
		const late = walkWith({ cursor: 'late', kind: 'late' });
		const before = state({ walks: [newer, same, late, rest] });

		expect(after(before, { end: 'floor' }).checkpoint.walks).toEqual([newer, rest]);
	});

	it('does not end one that has a mark if it has none itself', () => {
		const other = walkWith({ risesToMs: MARK });
		const walk = newest({ risesToMs: undefined });

		expect(after(state({ walks: [other] }), { walk, end: 'list' }).checkpoint.walks).toEqual([
			other,
		]);
	});

	it('counts as a quiet check, unless something was new', () => {
		const before = state({ quietLooks: 3 });

		expect(after(before, { end: 'floor' }).checkpoint.quietLooks).toBe(4);
		expect(after(before, { end: 'floor', rows: [row('a', T)] }).checkpoint.quietLooks).toBe(1);
	});
});

describe('a walk that has reached the floor again', () => {
	const before = state({ quietLooks: 2, lookedLateAtMachineMs: NOW - 5 * MINUTE });

	it('within five minutes does not count as another check: late submissions take ten to become visible', () => {
		expect(after(before, { end: 'list' }, NOW - 1).checkpoint).toMatchObject({
			quietLooks: 2,
			lookedLateAtMachineMs: NOW - 5 * MINUTE,
		});
	});

	it('after five minutes counts as one', () => {
		expect(after(before, { end: 'list' }).checkpoint).toMatchObject({
			quietLooks: 3,
			lookedLateAtMachineMs: NOW,
		});
	});
});

describe('a walk that was cut', () => {
	it('before it saw anything changes nothing', () => {
		const before = state({ quietLooks: 2, known: known({ a: T }) });

		expect(after(before, { cursor: undefined })).toEqual({ fresh: [], checkpoint: before });
	});

	it('continues at its cursor and remembers how far down it got', () => {
		const { checkpoint } = after(state(), { rows: [row('b', T), row('a', T - 1)] });

		expect(checkpoint.walks).toEqual([newest({ cursor: 'cursor', lastMs: T - 1 })]);
		expect(checkpoint.floorMs).toBe(FLOOR);
	});

	it('again before it saw more continues where it was', () => {
		const stored = walkWith({ risesToMs: MARK });
		const before = state({ walks: [stored] });

		expect(afterLeft(before, stored)).toEqual({ fresh: [], checkpoint: before });
	});

	it('remembers how far down it got, even though it began again', () => {
		const stored = walkWith({ lastMs: T, risesToMs: MARK });
		const { checkpoint } = afterLeft(state({ walks: [stored] }), stored, {
			walk: { ...stored, cursor: undefined },
			rows: [row('a', T + MINUTE)],
			cursor: 'anew',
		});

		expect(checkpoint.walks).toEqual([{ ...stored, cursor: 'anew', lastMs: T }]);
	});

	it('replaces its stored entry, ahead of older walks', () => {
		const own = { floorMs: 0, known: new Map() };
		const stored = walkWith({ cursor: 'stored', risesToMs: MARK });
		const older = walkWith({ cursor: 'older', risesToMs: MARK - 2 });
		const oldest = walkWith({ cursor: 'oldest', risesToMs: MARK - 3 });
		const late = walkWith({ cursor: 'late', kind: 'late', risesToMs: MARK + 9 });
		const rest = walkWith({ cursor: 'rest', kind: 'rest', risesToMs: MARK + 9, own });
		const before = state({ walks: [rest, late, stored, oldest, older] });
		const { checkpoint } = afterLeft(before, stored, { rows: [row('a', T - 1)], cursor: 'on' });

		expect(checkpoint.walks.map(({ cursor }) => cursor)).toEqual([
			'on',
			'older',
			'oldest',
			'late',
			'rest',
		]);
	});

	it('continues before those that have no mark yet', () => {
		const unmarked = walkWith({ cursor: 'unmarked' });
		const { checkpoint } = after(state({ walks: [unmarked] }), {
			rows: [row('a', T)],
			cursor: 'on',
		});

		expect(checkpoint.walks.map(({ cursor }) => cursor)).toEqual(['on', 'unmarked']);
	});

	it('continues as a rest once it is below its mark, to which the floor rises', () => {
		const { checkpoint } = after(state(), { rows: [row('a', MARK), row('b', MARK - 1)] });

		expect(checkpoint).toMatchObject({
			floorMs: MARK,
			known: known({ a: MARK }),
			walks: [{ kind: 'rest', own: { floorMs: FLOOR, known: known({ b: MARK - 1 }) } }],
		});
	});
});

describe('a walk that has reached known submissions', () => {
	const rows = [row('known', T)];
	const before = state({ known: known({ known: T }) });

	const walksAfter = (changes: Partial<Checkpoint>, nowMs = NOW) =>
		after({ ...before, ...changes }, { end: 'known', rows }, nowMs).checkpoint.walks;

	it('continues down to the floor, for what became visible late', () => {
		expect(walksAfter({})).toEqual([newest({ kind: 'late', cursor: 'cursor', lastMs: T })]);
	});

	it('changes neither the floor nor what is remembered about such checks', () => {
		const { checkpoint } = after({ ...before, quietLooks: 2 }, { end: 'known', rows });

		expect(checkpoint).toMatchObject({ floorMs: FLOOR, quietLooks: 2, lookedLateAtMachineMs: 0 });
	});

	it.each([
		['not within five minutes', NOW - 5 * MINUTE + 1, false],
		['after five minutes', NOW - 5 * MINUTE, true],
		['not just after the clock was set back', NOW + 5 * MINUTE - 1, false],
		['after the clock was set back by more', NOW + 5 * MINUTE, true],
	])('does so %s', (_when, lookedLateAtMachineMs, isDue) => {
		expect(walksAfter({ lookedLateAtMachineMs })).toHaveLength(isDue ? 1 : 0);
	});

	it('does so until four checks in a row have found nothing', () => {
		expect(walksAfter({ quietLooks: 3 })).toHaveLength(1);
		expect(walksAfter({ quietLooks: 4 })).toEqual([]);
	});

	it('does so again once something is new', () => {
		const { checkpoint } = after(state({ quietLooks: 4 }), { end: 'known', rows });

		expect(checkpoint).toMatchObject({ quietLooks: 0, walks: [{ kind: 'late' }] });
	});

	it('does so alongside rests, but not while other walks are unfinished', () => {
		const rest = walkWith({ kind: 'rest', own: { floorMs: 0, known: new Map() } });
		const other = walkWith({ risesToMs: T });
		const late = walkWith({ kind: 'late' });

		expect(walksAfter({ walks: [rest] }).map(({ kind }) => kind)).toEqual(['late', 'rest']);
		expect(walksAfter({ walks: [other] })).toEqual([other]);
		expect(walksAfter({ walks: [late] })).toEqual([late]);
	});

	it('is over if an earlier poll left it unfinished and no check is due', () => {
		const stored = walkWith({ risesToMs: MARK });
		const checkpoint = { ...before, walks: [stored], quietLooks: 4 };

		expect(afterLeft(checkpoint, stored, { rows, end: 'known' }).checkpoint.walks).toEqual([]);
	});
});

describe('a rest', () => {
	const own = { floorMs: FLOOR - 9, known: known({ known: T }) };
	const stored = walkWith({ kind: 'rest', own });
	const other = walkWith({ cursor: 'other', risesToMs: MARK });
	const before = state({ walks: [other, stored], quietLooks: 3, known: known({ x: T }) });
	const rows = [row('known', T), row('a', T)];

	it.each(['floor', 'list'] as const)('that is finished (%s) changes nothing else', (end) => {
		const { fresh, checkpoint } = afterLeft(before, stored, { rows, territory: own, end });

		expect(ids(fresh)).toEqual(['a']);
		expect(checkpoint).toEqual({ ...before, walks: [other] });
	});

	it('that is cut continues where it is, and knows what it returned', () => {
		const { checkpoint } = afterLeft(before, stored, { rows, territory: own, cursor: 'on' });

		expect(checkpoint).toEqual({
			...before,
			walks: [
				other,
				{ ...stored, cursor: 'on', own: { floorMs: FLOOR - 9, known: known({ known: T, a: T }) } },
			],
		});
	});

	it('that is cut before it saw more stays as it is', () => {
		expect(afterLeft(before, stored, { territory: own })).toEqual({
			fresh: [],
			checkpoint: before,
		});
	});
});
