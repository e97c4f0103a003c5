/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import fc from 'fast-check';

import { MINUTE } from './builders';
import { LifeOfATrigger, type PollTime } from './lifeOfATrigger';

const RUNS = Number(process.env.POLL_PROPERTY_RUNS ?? 100);

type Step =
	| { kind: 'arrive'; count: number; stepMs: number; lateMs: number }
	| { kind: 'wait'; ms: number }
	| { kind: 'expireCursors' }
	| ({ kind: 'poll' } & PollTime);

const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant('arrive' as const),
			count: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 60 })),
			stepMs: fc.constantFrom(0, 1, 30_000),
			lateMs: fc.constantFrom(0, 0, 1, 5 * MINUTE, 10 * MINUTE),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('wait' as const),
			ms: fc.constantFrom(1, MINUTE, 5 * MINUTE, 10 * MINUTE, 60 * MINUTE),
		}),
	},
	{ weight: 1, arbitrary: fc.constant<Step>({ kind: 'expireCursors' }) },
	{
		weight: 6,
		arbitrary: fc.record({
			kind: fc.constant('poll' as const),
			pages: fc.nat(8),
			arrivingEachPage: fc.constantFrom(0, 0, 1, 5),
		}),
	},
);

const pageSize = fc.constantFrom(1, 3, 12, 100);
const before = fc.nat(30);
const steps = fc.array(step, { minLength: 3, maxLength: 40 });

function take(life: LifeOfATrigger, next: Step): void {
	if (next.kind === 'arrive') life.arrive(next.count, next.stepMs, next.lateMs);
	if (next.kind === 'wait') life.nowMs += next.ms;
	if (next.kind === 'expireCursors') life.expireCursors();
	if (next.kind === 'poll') life.poll(next);
}

/** A trigger that has recorded what was there, then takes these steps; `check` examines each state. */
function live(
	size: number,
	before: number,
	all: Step[],
	check: (life: LifeOfATrigger) => void = () => undefined,
): { life: LifeOfATrigger; arrivedSince: number } {
	const life = new LifeOfATrigger(size);
	life.arrive(before, 1_000);
	life.drain({ pages: 1 });
	for (const next of all) {
		take(life, next);
		check(life);
	}
	return { life, arrivedSince: life.list.length - before };
}

/** Whether a trigger has no unfinished walks and no longer checks for late submissions. */
function isQuiet({ checkpoint: { walks, quietLooks } }: LifeOfATrigger): boolean {
	return walks.length === 0 && quietLooks >= 4;
}

/** All submissions that were not there when the trigger started. */
function since(life: LifeOfATrigger, arrivedSince: number) {
	return life.list.slice(-arrivedSince || life.list.length);
}

describe('whatever arrives, however late, and however little time polls have', () => {
	it('no submission is returned twice, none that was there before is, and in the end all others are', () => {
		fc.assert(
			fc.property(pageSize, before, steps, (size, was, all) => {
				const { life, arrivedSince } = live(size, was, all);

				life.nowMs += 10 * MINUTE;
				let polls = 0;
				do {
					if (polls++ > 500) throw new Error('the walks never end');
					life.nowMs += 5 * MINUTE;
					life.poll({ pages: 40 });
				} while (!isQuiet(life));

				const expected = new Map(since(life, arrivedSince).map(({ id }) => [id, 1]));
				expect(life.returned).toEqual(expected);
			}),
			{ numRuns: RUNS },
		);
	});

	it('what has not been returned can still be found: above the floor or by a rest', () => {
		fc.assert(
			fc.property(pageSize, before, steps, (size, was, all) => {
				live(size, was, all, (life) => {
					const { floorMs, known, walks } = life.checkpoint;
					const lost = since(life, life.list.length - was).filter((row) => {
						if (life.returned.has(row.id)) return false;
						if (row.atMs >= floorMs) return known.has(row.key);
						return !walks.some(
							({ own, lastMs }) =>
								own && row.atMs >= own.floorMs && row.atMs <= lastMs && !own.known.has(row.key),
						);
					});

					expect(lost).toEqual([]);
				});
			}),
			{ numRuns: RUNS },
		);
	});

	it('everything returned from the floor on is known', () => {
		fc.assert(
			fc.property(pageSize, before, steps, (size, was, all) => {
				live(size, was, all, ({ list, returned, checkpoint }) => {
					const forgotten = list.filter(
						(row) =>
							returned.has(row.id) &&
							row.atMs >= checkpoint.floorMs &&
							!checkpoint.known.has(row.key),
					);

					expect(forgotten).toEqual([]);
				});
			}),
			{ numRuns: RUNS },
		);
	});

	it('the floor never falls', () => {
		fc.assert(
			fc.property(pageSize, before, steps, (size, was, all) => {
				let lastMs = -Infinity;
				live(size, was, all, ({ checkpoint }) => {
					expect(checkpoint.floorMs).toBeGreaterThanOrEqual(lastMs);
					lastMs = checkpoint.floorMs;
				});
			}),
			{ numRuns: RUNS },
		);
	});

	it('every rest lies below the floor and above the rest before it, so that no two walks overlap', () => {
		fc.assert(
			fc.property(pageSize, before, steps, (size, was, all) => {
				live(size, was, all, ({ checkpoint }) => {
					const rests = checkpoint.walks.flatMap(({ own, lastMs }) =>
						own ? [{ fromMs: own.floorMs, toMs: lastMs }] : [],
					);
					rests.sort((a, b) => b.toMs - a.toMs);

					let aboveMs = checkpoint.floorMs;
					for (const { fromMs, toMs } of rests) {
						expect(toMs).toBeLessThan(aboveMs);
						aboveMs = fromMs;
					}
				});
			}),
			{ numRuns: RUNS },
		);
	});

	it('nothing below the floor is known', () => {
		fc.assert(
			fc.property(pageSize, before, steps, (size, was, all) => {
				live(size, was, all, ({ checkpoint: { floorMs, known } }) => {
					expect([...known.values()].filter((atMs) => atMs < floorMs)).toEqual([]);
				});
			}),
			{ numRuns: RUNS },
		);
	});

	it('a submission that becomes visible late is returned, however often the list was read to its end', () => {
		const life = new LifeOfATrigger(12);
		life.poll({ pages: 1 });
		life.arrive(1, 0, 10 * MINUTE);
		life.arrive(12);
		for (let polls = 0; polls < 8; polls++) {
			life.poll({ pages: 2 });
			life.nowMs += MINUTE;
		}

		for (let polls = 0; polls < 8; polls++) {
			life.nowMs += MINUTE;
			life.poll({ pages: 2 });
		}

		expect(life.returned.get('sub_0')).toBe(1);
	});
});
