import type { TimedSubmission } from '../../../nodes/FormSubmissions/api/createdAt';
import type { Submission, SubmissionPage } from '../../../nodes/FormSubmissions/api/types';
import {
	advance,
	baseline,
	isDeepLookDue,
	readCheckpoint,
	readWalkPage,
	restOf,
	startingAt,
	walkFromNewest,
	type Backlog,
	type Checkpoint,
} from '../../../nodes/FormSubmissions/polling/checkpoint';

const QUESTION = '["",[],false]';
const MINUTE = 60_000;
const T = Date.UTC(2026, 0, 31, 9);

const submission = (id: string, atMs?: number): Submission => ({
	id,
	...(atMs === undefined ? {} : { createdAt: new Date(atMs).toISOString() }),
});

const page = (submissions: Submission[], hasMore = false): SubmissionPage => ({
	submissions,
	hasMore,
	nextCursor: hasMore ? 'next' : null,
});

const given = (...rows: Array<[string, number]>): TimedSubmission[] =>
	rows.map(([id, atMs]) => ({ submission: submission(id, atMs), atMs }));

const ids = (rows: TimedSubmission[]) => rows.map((row) => row.submission.id);

const state = (changes: Partial<Checkpoint> = {}): Checkpoint => ({
	...startingAt(QUESTION, T),
	...changes,
});

const backlog = (changes: Partial<Backlog> = {}): Backlog => ({
	cursor: 'cursor',
	floorMs: T - MINUTE,
	lastMs: T,
	known: {},
	...changes,
});

describe('what was stored', () => {
	it('is read as it was, also after JSON', () => {
		const stored = state({
			given: { a: T },
			floorMs: T - MINUTE,
			deepLookAtMs: 5,
			backlogs: [backlog({ known: { b: T } })],
		});

		expect(readCheckpoint(JSON.parse(JSON.stringify(stored)), QUESTION)).toEqual({
			kind: 'found',
			checkpoint: stored,
		});
	});

	it('is not changed by what is made of it', () => {
		const stored = state({ given: { a: T }, backlogs: [backlog()] });
		const read = readCheckpoint(stored, QUESTION);
		if (read.kind !== 'found') throw new Error('not found');

		read.checkpoint.given.b = T;
		read.checkpoint.backlogs.push(backlog());

		expect(stored).toEqual(state({ given: { a: T }, backlogs: [backlog()] }));
	});

	it.each([undefined, null])('is none where there is %p', (stored) => {
		expect(readCheckpoint(stored, QUESTION)).toEqual({ kind: 'none' });
	});

	it('is none where it answers another question, damaged or not', () => {
		expect(readCheckpoint(state(), '["frm_2",[],false]')).toEqual({ kind: 'none' });
		expect(readCheckpoint({ question: 'other' }, QUESTION)).toEqual({ kind: 'none' });
	});

	it.each<[string, unknown]>([
		['a text', 'damaged'],
		['a list', [1]],
		['a number', 0],
		['an object without a time', {}],
		['a time that is text', { ...state(), newestMs: '2026-01-31' }],
		['a time that is null, as JSON makes of NaN', { ...state(), newestMs: null }],
		['a time that is infinite', { ...state(), newestMs: Infinity }],
		['backlogs that are no list', { ...state(), backlogs: 'damaged' }],
		['a backlog without cursor', { ...state(), backlogs: [{ ...backlog(), cursor: 1 }] }],
		['a backlog without floor', { ...state(), backlogs: [{ ...backlog(), floorMs: null }] }],
		['a backlog without place', { ...state(), backlogs: [{ ...backlog(), lastMs: null }] }],
		['a backlog without ids', { ...state(), backlogs: [{ ...backlog(), known: [] }] }],
	])('is unreadable, and so an error, where it is %s', (_what, stored) => {
		expect(readCheckpoint(stored, QUESTION)).toEqual({ kind: 'unreadable' });
	});

	it.each<[string, Record<string, unknown>]>([
		['another version', { version: 0 }],
		['no version', { version: undefined }],
		['no floor', { floorMs: undefined }],
		['a floor that is null', { floorMs: null }],
		['ids that are a list', { given: ['a'] }],
		['ids without times', { given: { a: 'x' } }],
		['no question', { question: undefined, given: null }],
		['no backlogs, as an older version wrote it', { version: 0, backlogs: undefined }],
	])('goes on from the newest time known where it has %s', (_what, damage) => {
		const stored = { ...state({ newestMs: T, floorMs: T - MINUTE, given: { a: T } }), ...damage };

		expect(readCheckpoint(stored, QUESTION)).toEqual({
			kind: 'found',
			checkpoint: startingAt(QUESTION, T),
		});
	});

	it('keeps the backlogs where other parts are damaged', () => {
		const stored = { ...state({ backlogs: [backlog()] }), given: 'damaged' };

		expect(readCheckpoint(stored, QUESTION)).toMatchObject({
			checkpoint: { backlogs: [backlog()] },
		});
	});

	it('looks deeper at the next poll where it does not say when it last did', () => {
		const read = readCheckpoint({ ...state(), deepLookAtMs: 'x' }, QUESTION);

		expect(read).toMatchObject({ checkpoint: { deepLookAtMs: 0 } });
	});
});

describe('the baseline', () => {
	it('of an empty list takes everything as new', () => {
		expect(baseline(QUESTION, page([]), T)).toEqual(startingAt(QUESTION, 0));
	});

	it('takes the newest instant as given, each of its submissions by id', () => {
		const rows = [submission('a', T), submission('b', T), submission('c', T - 1)];

		expect(baseline(QUESTION, page(rows, true), T + MINUTE)).toEqual(
			state({ given: { a: T, b: T } }),
		);
	});

	it('knows the whole instant where the list ends within it', () => {
		expect(baseline(QUESTION, page([submission('a', T)]), T)).toEqual(state({ given: { a: T } }));
	});

	it('takes the whole instant as given where the page does not show where it ends', () => {
		const rows = [submission('a', T), submission('b', T)];

		expect(baseline(QUESTION, page(rows, true), T)).toEqual(startingAt(QUESTION, T + 1));
	});

	it('is not misled by a newest submission without a time: nothing older is new', () => {
		const rows = [submission('a'), submission('b', T - MINUTE)];

		expect(baseline(QUESTION, page(rows, true), T)).toEqual(state({ given: { a: T } }));
	});
});

describe('a page of a walk', () => {
	const walk = { floorMs: T, known: { known: T } };

	it('gives what is unknown and not before the floor', () => {
		const rows = [submission('b', T + 1), submission('known', T), submission('a', T)];

		const read = readWalkPage(walk, page(rows, true), true, T + MINUTE);

		expect(ids(read.fresh)).toEqual(['b', 'a']);
		expect(read).toMatchObject({ isDone: false, seenMs: T });
	});

	it('is read to its end, and then ends the walk, once it is past the floor', () => {
		const rows = [submission('c', T + 1), submission('old', T - 1), submission('b', T)];

		const read = readWalkPage(walk, page(rows, true), false, T);

		expect(ids(read.fresh)).toEqual(['c', 'b']);
		expect(read.isDone).toBe(true);
	});

	it.each([
		[true, true],
		[false, false],
	])('of which all is known ends a walk for which that counts (%p): %p', (ends, isDone) => {
		expect(readWalkPage(walk, page([submission('known', T)], true), ends, T).isDone).toBe(isDone);
	});

	it('ends at the time of its last submission', () => {
		const rows = [submission('c', T + 9), submission('b', T + 5), submission('a', T + 2)];

		expect(readWalkPage(walk, page(rows, true), true, T + MINUTE).seenMs).toBe(T + 2);
		expect(readWalkPage(walk, page(rows.slice(0, 1), true), true, T + MINUTE).seenMs).toBe(T + 9);
	});

	it('that is empty does not end a walk that goes on, and does end the last one', () => {
		expect(readWalkPage(walk, page([], true), true, T + 5)).toEqual({
			fresh: [],
			isDone: false,
			seenMs: T + 5,
		});
		expect(readWalkPage(walk, page([]), true, T).isDone).toBe(true);
	});

	it('gives a submission without a time the one of the submission before it', () => {
		const rows = [submission('a', T + 7), submission('b'), { id: 'c', createdAt: 'soon' }];

		const read = readWalkPage(walk, page(rows, true), true, T);

		expect(read.fresh.map(({ atMs }) => atMs)).toEqual([T + 7, T + 7, T + 7]);
	});

	it('gives one without a time at the top of a page that of the page before', () => {
		const read = readWalkPage(walk, page([submission('a')], true), true, T + 3);

		expect(read).toMatchObject({ fresh: [{ atMs: T + 3 }], seenMs: T + 3 });
	});

	it('does not take an id for known because every object has such a member', () => {
		const read = readWalkPage(walk, page([submission('constructor', T)]), true, T);

		expect(ids(read.fresh)).toEqual(['constructor']);
	});

	it('of a backlog passes over what is later than its own', () => {
		const rows = [submission('later', T + 1), submission('own', T), submission('b', T - 1)];

		const read = readWalkPage(backlog({ lastMs: T }), page(rows, true), false, T + MINUTE);

		expect(ids(read.fresh)).toEqual(['own', 'b']);
		expect(read.isDone).toBe(false);
	});
});

describe('what is left of a walk', () => {
	it('keeps of the ids those that can still come: from the floor to where it stands', () => {
		const atFloor = T - MINUTE;
		const known = { later: T + 1, at: T, below: T - 1, atFloor, old: atFloor - 1 };
		const walk = { floorMs: atFloor, known };

		const rest = restOf(walk, given(['c', T + 1], ['d', T]), 'next', T);

		expect(rest).toEqual({
			cursor: 'next',
			floorMs: T - MINUTE,
			lastMs: T,
			known: { at: T, below: T - 1, atFloor, d: T },
		});
	});

	it('never stands later than the backlog did that it is the rest of', () => {
		expect(restOf(backlog({ lastMs: T }), [], 'next', T + MINUTE).lastMs).toBe(T);
	});

	it('is bounded where very many share one instant', () => {
		const many = given(...Array.from({ length: 5_000 }, (_, n): [string, number] => [`s${n}`, T]));

		expect(Object.keys(restOf({ floorMs: 0, known: {} }, many, 'next', T).known)).toHaveLength(
			2_000,
		);
	});
});

describe('the walk from the newest', () => {
	it('goes down to the floor', () => {
		expect(walkFromNewest(state({ given: { a: T } }))).toEqual({ floorMs: T, known: { a: T } });
	});

	it('ends where the highest backlog begins', () => {
		const backlogs = [backlog({ lastMs: T + 9 }), backlog({ lastMs: T + 3 })];

		expect(walkFromNewest(state({ backlogs })).floorMs).toBe(T + 10);
	});
});

describe('the state after a poll', () => {
	const after = (checkpoint: Checkpoint, rows: TimedSubmission[], nowMs = T + 60 * MINUTE) =>
		advance(checkpoint, rows, [], 0, nowMs);

	it('knows what was given, and keeps the floor ten minutes before the newest', () => {
		const next = after(state({ floorMs: 0, given: { old: T } }), given(['a', T + 11 * MINUTE]));

		expect(next).toMatchObject({
			newestMs: T + 11 * MINUTE,
			floorMs: T + MINUTE,
			given: { a: T + 11 * MINUTE },
		});
		expect(next.given).not.toHaveProperty('old');
	});

	it('keeps an id exactly at the floor', () => {
		const next = after(state({ given: { edge: T } }), given(['a', T + 10 * MINUTE]));

		expect(next.given).toEqual({ edge: T, a: T + 10 * MINUTE });
	});

	it('never lowers the floor or the newest time', () => {
		const next = after(state({ given: { a: T } }), given(['late', T]));

		expect(next).toMatchObject({ newestMs: T, floorMs: T, given: { a: T, late: T } });
	});

	it('does not raise the floor above what its backlogs kept the poll from looking at', () => {
		const next = after(
			state({ floorMs: 0, backlogs: [backlog({ lastMs: T - 5 })] }),
			given(['a', T + 30 * MINUTE]),
		);

		expect(next.floorMs).toBe(T - 5);
	});

	it('is not led by a submission of the future: what comes after it is still new', () => {
		const next = after(state(), given(['future', T + 1_000 * MINUTE]), T + 20 * MINUTE);

		expect(next.floorMs).toBe(T + 10 * MINUTE);
	});

	const rows = (count: number, atMs: (index: number) => number) =>
		given(...Array.from({ length: count }, (_, n): [string, number] => [`s${n}`, atMs(n)]));

	it('holds a thousand ids at most and raises the floor to just above the first one dropped', () => {
		const next = after(
			state(),
			rows(1_500, (index) => T + index),
		);

		expect(Object.keys(next.given)).toHaveLength(1_000);
		expect(next.floorMs).toBe(T + 500);
	});

	it('keeps a thousand ids without raising the floor', () => {
		const next = after(
			state(),
			rows(1_000, () => T),
		);

		expect(Object.keys(next.given)).toHaveLength(1_000);
		expect(next.floorMs).toBe(T);
	});

	it('counts towards the thousand only what is not before the floor', () => {
		const old = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`old${n}`, T]));
		const next = after(
			state({ given: old }),
			rows(200, () => T + 30 * MINUTE),
		);

		expect(Object.keys(next.given)).toHaveLength(200);
		expect(next.floorMs).toBe(T + 20 * MINUTE);
	});

	it('counts an instant that more than a thousand share as given, all of it', () => {
		const next = after(
			state(),
			rows(1_001, () => T),
		);

		expect(next).toMatchObject({ floorMs: T + 1, given: {}, newestMs: T });
	});

	it('stays small, whatever floods it', () => {
		let next = state();
		for (let poll = 0; poll < 5; poll++) {
			next = after(
				next,
				rows(20_000, (index) => T + poll + (index % 3)),
			);
		}

		expect(JSON.stringify(next).length).toBeLessThan(50_000);
	});
});

describe('the deeper look', () => {
	it.each([
		['at once', 0, T, true],
		['not within five minutes', T, T + 5 * MINUTE - 1, false],
		['after five minutes', T, T + 5 * MINUTE, true],
		['after the clock was set back', T, T - 5 * MINUTE, true],
	])('is due: %s', (_when, deepLookAtMs, nowMs, isDue) => {
		expect(isDeepLookDue(state({ deepLookAtMs }), nowMs)).toBe(isDue);
	});

	it('waits until the backlogs are drained', () => {
		expect(isDeepLookDue(state({ backlogs: [backlog()] }), T)).toBe(false);
	});
});
