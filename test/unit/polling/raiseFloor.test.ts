import type { Checkpoint } from '../../../nodes/FormSubmissions/polling/checkpoint';
import { keyOf, knownAs, type KnownIds } from '../../../nodes/FormSubmissions/polling/knownIds';
import {
	MOST_KNOWN,
	raiseFloor,
	restAfter,
} from '../../../nodes/FormSubmissions/polling/raiseFloor';
import type { Walk } from '../../../nodes/FormSubmissions/polling/walk';
import { checkpointWith, known, manyKnown, MINUTE, row, seenWith, T, walkWith } from './builders';

const FLOOR = T - 60 * MINUTE;
const MARK = T - 10 * MINUTE;

const restWith = (knownIds: KnownIds = new Map(), changes: Partial<Walk> = {}): Walk =>
	walkWith({ kind: 'rest', own: { floorMs: 0, known: knownIds }, ...changes });

const raised = (changes: Partial<Checkpoint>) =>
	raiseFloor(checkpointWith({ floorMs: FLOOR, ...changes }));

describe('a state', () => {
	it('forgets what is below its floor, but nothing at it', () => {
		const all = known({ below: FLOOR - 1, at: FLOOR, above: T });

		expect(raised({ known: all })).toEqual(
			checkpointWith({ floorMs: FLOOR, known: known({ at: FLOOR, above: T }) }),
		);
	});

	it('keeps its floor and its walks while none is below the mark to which it would raise the floor', () => {
		const walks = [
			walkWith({ lastMs: MARK, risesToMs: MARK }),
			walkWith({ lastMs: T - MINUTE }),
			restWith(),
		];

		expect(raised({ walks })).toEqual(checkpointWith({ floorMs: FLOOR, walks }));
	});

	it.each(['start', 'late', 'rest'] as const)('lets a %s walk go below its mark', (kind) => {
		const walks = [walkWith({ kind, lastMs: MARK - 1, risesToMs: MARK })];

		expect(raised({ walks })).toEqual(checkpointWith({ floorMs: FLOOR, walks }));
	});
});

describe('a walk from the newest that is below its mark', () => {
	const passed = walkWith({ cursor: 'passed', lastMs: MARK - 5, risesToMs: MARK });

	it('raises the floor to it, and continues below as a rest with its own floor', () => {
		const all = known({ old: FLOOR, last: MARK - 5, passed: MARK - 4, mark: MARK, top: T });

		expect(raised({ known: all, walks: [passed] })).toEqual(
			checkpointWith({
				floorMs: MARK,
				known: known({ mark: MARK, top: T }),
				walks: [
					{
						...passed,
						kind: 'rest',
						own: { floorMs: FLOOR, known: known({ old: FLOOR, last: MARK - 5 }) },
					},
				],
			}),
		);
	});

	it('replaces older walks and checks for late submissions, since it has seen everything they would', () => {
		const older = walkWith({ cursor: 'older', lastMs: FLOOR + 9, risesToMs: MARK - 1 });
		const late = walkWith({ kind: 'late', cursor: 'late', lastMs: FLOOR + 9, risesToMs: MARK });
		const unmarked = walkWith({ kind: 'late', cursor: 'unmarked' });

		expect(raised({ walks: [passed, older, unmarked, late] }).walks).toEqual([
			expect.objectContaining({ kind: 'rest', cursor: 'passed' }),
		]);
	});

	it('does not touch newer walks and rests', () => {
		const newer = walkWith({ cursor: 'newer', lastMs: T, risesToMs: MARK + 1 });
		const rest = restWith(new Map(), { lastMs: FLOOR });

		expect(raised({ walks: [newer, passed, rest] }).walks).toEqual([
			newer,
			rest,
			expect.objectContaining({ kind: 'rest', cursor: 'passed' }),
		]);
	});

	it('is found behind a walk that has no mark yet', () => {
		const unmarked = walkWith({ cursor: 'unmarked', lastMs: T });

		expect(raised({ walks: [unmarked, passed] }).floorMs).toBe(MARK);
	});

	it('never lowers the floor', () => {
		expect(raised({ floorMs: MARK + 1, walks: [passed] }).floorMs).toBe(MARK + 1);
	});

	it('keeps as many IDs as there is room for, and skips what it can no longer tell apart', () => {
		const lastMs = MARK - 5;
		const inRests = restWith(manyKnown(MOST_KNOWN - 2, () => FLOOR - 1));
		const all = known({ a: lastMs - 3, b: lastMs - 2, c: lastMs - 1 });

		expect(raised({ known: all, walks: [passed, inRests] }).walks.at(-1)?.own).toEqual({
			floorMs: lastMs - 3 + 1,
			known: known({ b: lastMs - 2, c: lastMs - 1 }),
		});
	});

	it('keeps no IDs if rests take up all the room', () => {
		const inRests = [restWith(manyKnown(MOST_KNOWN, () => FLOOR - 1)), restWith(known({ x: 0 }))];
		const all = known({ a: MARK - 7, b: MARK - 6 });

		expect(raised({ known: all, walks: [passed, ...inRests] }).walks.at(-1)?.own).toEqual({
			floorMs: MARK - 5,
			known: new Map(),
		});
	});

	it('prefers IDs that it will meet to those at the instant where it stands', () => {
		const lastMs = MARK - 5;
		const below = manyKnown(MOST_KNOWN, () => FLOOR);
		const same = known({ same: lastMs });

		expect(raised({ known: new Map([...below, ...same]), walks: [passed] }).walks[0]?.own).toEqual({
			floorMs: FLOOR,
			known: below,
		});
	});

	it("takes the state's floor as its own", () => {
		expect(raised({ walks: [passed] }).walks[0]?.own?.floorMs).toBe(FLOOR);
	});
});

describe('more IDs than can be kept', () => {
	/** One ID more than can be kept, a second apart; the oldest is at the floor. */
	const tooMany = manyKnown(MOST_KNOWN + 1, (index) => FLOOR + index * 1_000);
	const topMs = FLOOR + MOST_KNOWN * 1_000;

	it('are all kept up to the limit', () => {
		const all = manyKnown(MOST_KNOWN, () => T);

		expect(raised({ known: all })).toEqual(checkpointWith({ floorMs: FLOOR, known: all }));
	});

	it('raise the floor to just above the first one dropped', () => {
		const { floorMs, known: kept, walks } = raised({ known: tooMany });

		expect({ floorMs, kept: kept.size, walks }).toEqual({
			floorMs: FLOOR + 1,
			kept: MOST_KNOWN,
			walks: [],
		});
	});

	it('do not raise it if the excess is below the floor', () => {
		const floorMs = FLOOR + 1_000;

		expect(raised({ floorMs, known: tooMany })).toMatchObject({ floorMs, walks: [] });
	});

	it('are all dropped if they share one instant, and the floor rises above it', () => {
		const all = manyKnown(MOST_KNOWN + 1, () => T);

		expect(raised({ known: all })).toMatchObject({ floorMs: T + 1, known: new Map() });
	});

	it('turn a walk from the newest into a rest down to the previous floor', () => {
		const lastMs = FLOOR + 2_000;
		const walk = walkWith({ lastMs, risesToMs: FLOOR + 1_000 });

		const { floorMs, known: kept, walks } = raised({ known: tooMany, walks: [walk] });

		expect(floorMs).toBe(lastMs + 1);
		expect(kept.size).toBe(MOST_KNOWN + 1 - 3);
		expect(walks).toEqual([
			{
				...walk,
				kind: 'rest',
				own: {
					floorMs: FLOOR,
					known: new Map([...tooMany].filter(([, atMs]) => atMs <= lastMs)),
				},
			},
		]);
	});

	it('leave each of several walks the part of the list above where the next older one began', () => {
		const older = walkWith({
			cursor: 'older',
			lastMs: topMs - 11 * MINUTE,
			risesToMs: topMs - 20 * MINUTE,
		});
		const newer = walkWith({
			cursor: 'newer',
			lastMs: topMs - 1_000,
			risesToMs: topMs - 10 * MINUTE,
		});

		const { floorMs, walks } = raised({ known: tooMany, walks: [newer, older] });

		expect(floorMs).toBe(topMs - 1_000 + 1);
		expect(walks).toMatchObject([
			{ kind: 'rest', cursor: 'newer', own: { floorMs: topMs - 10 * MINUTE } },
			{ kind: 'rest', cursor: 'older', own: { floorMs: FLOOR } },
		]);
	});

	it('leave the instant at which the next older walk began to that walk while it stands there', () => {
		const topMs = FLOOR + 9_000;
		const older = walkWith({ cursor: 'older', lastMs: topMs, risesToMs: topMs - 10 * MINUTE });
		const newer = walkWith({ cursor: 'newer', lastMs: topMs + 9_000, risesToMs: FLOOR });

		expect(raised({ known: tooMany, walks: [newer, older] }).walks).toMatchObject([
			{ kind: 'rest', cursor: 'newer', own: { floorMs: topMs + 1 } },
			{ kind: 'rest', cursor: 'older', lastMs: topMs },
		]);
	});

	it('end a start: what it has not recorded by then does not count as new', () => {
		const start = walkWith({ kind: 'start', lastMs: FLOOR + 2_000 });

		expect(raised({ known: tooMany, walks: [start] })).toMatchObject({
			floorMs: FLOOR + 2_001,
			walks: [],
		});
	});

	it('never raise the floor above what is yet to come, even if a walk stands among rows dated ahead', () => {
		const began = topMs + MINUTE;
		const walk = walkWith({ lastMs: began + 60 * MINUTE, risesToMs: began - 10 * MINUTE });

		expect(raised({ known: tooMany, walks: [walk] })).toMatchObject({
			floorMs: began + 1,
			walks: [{ kind: 'rest', lastMs: began, own: { floorMs: FLOOR + 1 } }],
		});
	});

	it('raise the floor above the first one dropped if walks have got further down', () => {
		const walk = walkWith({ lastMs: FLOOR - 1 });

		expect(raised({ known: tooMany, walks: [walk] }).floorMs).toBe(FLOOR + 1);
	});

	it('do not affect checks for late submissions and rests', () => {
		const walks = [walkWith({ kind: 'late' }), restWith(known({ x: 0 }))];

		expect(raised({ known: tooMany, walks }).walks).toEqual(walks);
	});

	it('are not kept by a rest either if they share the instant at which it stands', () => {
		const lastMs = FLOOR;
		const all = manyKnown(MOST_KNOWN + 9, () => lastMs);

		const [rest] = raised({ known: all, walks: [walkWith({ lastMs })] }).walks;

		expect([...(rest?.own?.known ?? [])]).toEqual([...all].slice(0, MOST_KNOWN));
	});
});

describe('what remains of a rest', () => {
	const territory = { floorMs: FLOOR, known: known({ later: T + 1, at: T, below: T - 1 }) };
	const seen = seenWith({ territory });

	it('is nothing once it is finished', () => {
		expect(restAfter(seen, undefined, [row('a', T)], [])).toEqual([]);
	});

	it('knows those returned or known submissions that it may still meet', () => {
		const left = restWith();

		expect(restAfter(seen, left, [row('above', T + 1), row('a', T)], [])).toEqual([
			{ ...left, own: { floorMs: FLOOR, known: known({ at: T, below: T - 1, a: T }) } },
		]);
	});

	it('knows no more than there is room for alongside others if very many share one instant', () => {
		const other = restWith(manyKnown(MOST_KNOWN - 2, () => 0));
		const fresh = [row('a', T), row('b', T), row('c', T)];

		expect(restAfter(seen, restWith(), fresh, [other])[0]?.own?.known).toEqual(
			known({ below: T - 1, at: T }),
		);
	});

	it('knows everything that it may still meet, however little room others leave', () => {
		const other = restWith(manyKnown(MOST_KNOWN, () => 0));

		expect(restAfter(seen, restWith(), [row('a', T)], [other])[0]?.own?.known).toEqual(
			known({ below: T - 1 }),
		);
	});
});

describe('a submission without a time of its own', () => {
	it('stays known to rests below the floor, wherever it appears in the list', () => {
		const undated = { ...row('undated', T), isDated: false };
		const own = { floorMs: T - MINUTE, known: new Map([knownAs(undated)]) };
		const walk: Walk = { kind: 'rest', cursor: 'next', lastMs: T, own };
		const seen = seenWith({ walk, territory: own, cursor: 'next' });

		const [rest] = restAfter(seen, { ...walk, lastMs: T - 1 }, [row('dated', T)], []);

		expect([...(rest?.own?.known.keys() ?? [])]).toEqual([keyOf(undated)]);
	});
});
