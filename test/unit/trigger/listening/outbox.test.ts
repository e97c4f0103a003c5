import { Outbox, type Run } from '../../../../nodes/FormSubmissions/trigger/listening/outbox';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const START = Date.UTC(2026, 2, 10, 12);

/** Found, newest first, as readings find them: their times are their numbers. */
function found(...times: number[]) {
	return [...times]
		.sort((a, b) => b - a)
		.map((atMs) => ({
			one: { key: `key${atMs}`, atMs, submission: { id: `sub_${atMs}` } as never },
			item: { json: { id: `sub_${atMs}` } },
		}));
}

const outboxFor = (runFor: 'each' | 'together', pauseMs = 0) =>
	new Outbox({ for: runFor, pauseMs });

const timesOf = (run?: Run) => run?.waiting.map(({ one }) => one.atMs);

/** Takes all that can be had at one time, and n8n takes it. */
function takeAll(outbox: Outbox, nowMs: number): number[][] {
	const all: number[][] = [];
	for (let run = outbox.take(nowMs); run; run = outbox.take(nowMs)) {
		all.push(timesOf(run) ?? []);
		outbox.markTaken(run, nowMs);
	}
	return all;
}

function taken(outbox: Outbox, nowMs: number): Run {
	const run = outbox.take(nowMs);
	if (!run) throw new Error('Nothing may be handed over');
	return run;
}

/** n8n refuses one after the other until this time, at the earliest times; returns how many it refused. */
function refuseUntil(outbox: Outbox, fromMs: number, untilMs: number): number {
	let count = 0;
	for (let nowMs = fromMs; nowMs < untilMs; nowMs += SECOND) {
		const run = outbox.take(nowMs);
		if (!run) continue;
		outbox.markRefused(run, nowMs);
		count++;
	}
	return count;
}

describe('O1: what comes next', () => {
	it('is fresh before a backlog, and the oldest of each first, whenever it was found', () => {
		const outbox = outboxFor('each');
		outbox.addBacklog(found(20, 10));
		outbox.addNew(found(200), 0);
		outbox.addNew(found(300, 100), 0);

		expect(takeAll(outbox, START)).toEqual([[100], [200], [300], [10], [20]]);
	});

	it('takes a page with many of a backlog only once that has run, and one with few at once', () => {
		const outbox = outboxFor('each');
		outbox.addBacklog(found(20));
		expect([outbox.takesBacklog(11), outbox.takesBacklog(10)]).toEqual([false, true]);

		takeAll(outbox, START);

		expect(outbox.takesBacklog(11)).toBe(true);
	});

	it('is a backlog that was received a minute before it was found, or earlier', () => {
		const outbox = outboxFor('each');
		outbox.addNew(found(1, 2), 2 + MINUTE);
		outbox.addNew(found(3), 2 + MINUTE);
		outbox.addNew(found(0), 2 + MINUTE);

		expect(takeAll(outbox, START)).toEqual([[3], [0], [1], [2]]);
	});

	it('is in the order in which it was found, if the times are equal', () => {
		const outbox = outboxFor('each');
		const named = (key: string) =>
			found(7).map(({ one, item }) => ({ one: { ...one, key }, item }));
		for (const key of ['first', 'second', 'third']) outbox.addNew(named(key), 0);

		const keys = [1, 2, 3].map(() => outbox.take(START)?.waiting[0]?.one.key);
		expect(keys).toEqual(['first', 'second', 'third']);
	});

	it('has nothing that the workflow does not get', () => {
		const outbox = outboxFor('each');
		outbox.addNew(
			found(1).map(({ one }) => ({ one })),
			0,
		);

		expect(outbox.take(START)).toBeUndefined();
	});
});

describe('O2: a run', () => {
	it('has all that wait, oldest first, if they run together', () => {
		const outbox = outboxFor('together');
		outbox.addBacklog(found(10, 20));
		outbox.addNew(found(100, 200), 0);

		expect(takeAll(outbox, START)).toEqual([[10, 20, 100, 200]]);
	});

	it('has the fresh ones rather than the backlog, if those are as many as it may have', () => {
		const outbox = outboxFor('together');
		outbox.addBacklog(found(10, 20));
		outbox.addNew(found(...Array.from({ length: 1_000 }, (_, index) => 100 + index)), 0);

		expect(takeAll(outbox, START).map((run) => run.length)).toEqual([1_000, 2]);
	});

	it('has a thousand at most, or as few as n8n would use of them', () => {
		const outbox = outboxFor('together');
		outbox.addNew(found(...Array.from({ length: 1_500 }, (_, index) => index)), 0);

		expect(outbox.take(START)?.waiting).toHaveLength(1_000);
		expect(outbox.take(START, 1)?.waiting).toHaveLength(1);
	});

	it('has 64 MB of text at most, but one submission at least', () => {
		const outbox = outboxFor('together');
		const large = found(1, 2, 3, 4).map((one, index) => {
			const text = 'x'.repeat((index === 3 ? 70 : 25) * 2 ** 20);
			return { ...one, item: { json: { text } } };
		});
		outbox.addNew(large, 0);

		expect(takeAll(outbox, START)).toEqual([[1], [2, 3], [4]]);
	});
});

describe('O3: what n8n refused', () => {
	it('waits for a pause of its own, which grows to ten minutes, and then comes first', () => {
		const outbox = outboxFor('each');
		outbox.addNew(found(1), 0);
		outbox.markRefused(taken(outbox, START), START);
		const tries: number[] = [];
		for (let second = 0; second < 3_600; second++) {
			const nowMs = START + second * SECOND;
			outbox.addNew(found(1_000 + second), 0);
			for (let run = outbox.take(nowMs); run; run = outbox.take(nowMs)) {
				if (timesOf(run)?.[0] === 1) {
					tries.push(second);
					outbox.markRefused(run, nowMs);
				} else outbox.markTaken(run, nowMs);
			}
		}

		const pauses = tries.slice(1).map((second, index) => second - (tries[index] ?? 0));
		expect(pauses.slice(0, 4)).toEqual([2, 4, 8, 16]);
		expect(Math.max(...pauses)).toBeLessThanOrEqual(601);
		expect(pauses.at(-1)).toBeGreaterThanOrEqual(600);
	});

	it('comes oldest first once n8n takes runs again', () => {
		const outbox = outboxFor('each');
		outbox.addNew(found(1, 2, 3), 0);
		const runs = [1, 2, 3].map(() => taken(outbox, START));
		for (const run of runs.reverse()) outbox.markRefused(run, START);
		const later = START + 20 * MINUTE;
		const first = taken(outbox, later);
		expect(outbox.take(later)).toBeUndefined();
		outbox.markTaken(first, later);

		expect([timesOf(first), ...takeAll(outbox, later)]).toEqual([[1], [2], [3]]);
	});
});

describe('O4: after a refusal', () => {
	it('nothing is handed over for a second, and then one, until n8n has taken it', () => {
		const outbox = outboxFor('each');
		outbox.addNew(found(1, 2, 3), 0);
		outbox.markRefused(taken(outbox, START), START);

		expect(outbox.isTrying).toBe(true);
		expect(outbox.untilNextMs(START + 400)).toBe(600);
		expect(outbox.take(START + SECOND - 1)).toBeUndefined();
		const trial = taken(outbox, START + SECOND);
		expect(timesOf(trial)).toEqual([2]);
		expect(outbox.untilNextMs(START + SECOND)).toBe(Infinity);
		outbox.markTaken(trial, START + 2 * SECOND);
		expect(outbox.isTrying).toBe(false);
		expect(takeAll(outbox, START + 2 * SECOND)).toEqual([[1], [3]]);
	});

	it('what n8n takes of before the refusal, or refuses beside the trial, says nothing of the trial', () => {
		const outbox = outboxFor('each');
		outbox.addNew(found(1, 2, 3, 4, 5), 0);
		const [first, second, third] = [1, 2, 3].map(() => taken(outbox, START));
		if (!first || !second || !third) throw new Error('Three were taken');
		outbox.markRefused(first, START);
		outbox.markTaken(second, START);
		expect(outbox.untilNextMs(START)).toBe(SECOND);

		const trial = taken(outbox, START + SECOND);
		outbox.markRefused(third, START + SECOND);
		expect(outbox.take(START + MINUTE)).toBeUndefined();
		outbox.markTaken(trial, START + MINUTE);
		expect(outbox.untilNextMs(START + MINUTE)).toBe(0);
	});

	it('the pause grows to ten minutes while n8n refuses different ones', () => {
		const outbox = outboxFor('each');
		outbox.addNew(found(...Array.from({ length: 50 }, (_, index) => index)), 0);

		expect(refuseUntil(outbox, START, START + 120 * MINUTE)).toBeLessThanOrEqual(25);
		expect(outbox.untilNextMs(START + 120 * MINUTE)).toBeLessThanOrEqual(10 * MINUTE);
	});

	it('several that were refused at once make the pause no longer', () => {
		const outbox = outboxFor('each');
		outbox.addNew(found(1, 2, 3, 4), 0);
		const runs = [1, 2, 3].map(() => taken(outbox, START));
		for (const run of runs) outbox.markRefused(run, START);

		expect(timesOf(outbox.take(START + SECOND))).toEqual([4]);
	});

	it('a fresh one waits a second at most, however often the same one was refused', () => {
		const outbox = outboxFor('each');
		outbox.addNew(found(1), 0);
		refuseUntil(outbox, START, START + 30 * MINUTE);
		outbox.addNew(found(2), 0);

		expect(outbox.untilNextMs(START + 30 * MINUTE)).toBeLessThanOrEqual(SECOND);
	});

	it('a fresh one waits a second at most if those that n8n refuses are the reason themselves', () => {
		const outbox = outboxFor('each');
		outbox.addNew(found(1, 2), 0);
		const runs = [taken(outbox, START), taken(outbox, START)];
		for (const run of runs) outbox.markRefused(run, START);
		outbox.addNew(found(3), 0);
		outbox.markTaken(taken(outbox, START + MINUTE), START + MINUTE);
		refuseUntil(outbox, START + MINUTE, START + 30 * MINUTE);
		outbox.addNew(found(4), 0);

		expect(outbox.untilNextMs(START + 30 * MINUTE)).toBeLessThanOrEqual(SECOND);
	});

	it('a clock that was set back keeps nothing waiting', () => {
		const outbox = outboxFor('each');
		outbox.addNew(found(1), 0);
		outbox.markRefused(taken(outbox, START), START);

		expect(outbox.untilNextMs(START - 60 * MINUTE)).toBe(0);
	});
});

describe('O3: a run of several that n8n refused', () => {
	function refused(...times: number[]): Outbox {
		const outbox = outboxFor('together');
		outbox.addNew(found(...times), 0);
		const run = taken(outbox, START);
		run.key = 'a key';
		outbox.markRefused(run, START);
		return outbox;
	}

	it('is handed over again as it was, with its key', () => {
		const outbox = refused(1, 2, 3);
		outbox.addNew(found(4), 0);

		const trial = taken(outbox, START + SECOND);
		expect(timesOf(trial)).toEqual([4]);
		outbox.markTaken(trial, START + 2 * SECOND);
		expect(outbox.take(START + 2 * SECOND)).toMatchObject({ key: 'a key' });
	});

	it('is handed over one at a time if n8n refuses it again, but takes others', () => {
		const outbox = refused(1, 2, 3);
		outbox.addNew(found(4), 0);
		outbox.markTaken(taken(outbox, START + SECOND), START + 2 * SECOND);
		outbox.markRefused(taken(outbox, START + 2 * SECOND), START + 2 * SECOND);
		const later = START + MINUTE;
		const first = taken(outbox, later);
		outbox.markTaken(first, later);

		expect([timesOf(first), ...takeAll(outbox, later)]).toEqual([[1], [2], [3]]);
		expect(first.key).toBeUndefined();
	});

	it('has its first one show whether n8n takes runs again, if n8n has taken none', () => {
		const outbox = refused(1, 2, 3);
		outbox.markRefused(taken(outbox, START + SECOND), START + SECOND);
		const later = START + MINUTE;
		const first = taken(outbox, later);
		outbox.markTaken(first, later);

		expect([timesOf(first), ...takeAll(outbox, later)]).toEqual([[1], [2, 3]]);
	});
});

describe('O5: the outbox has room', () => {
	it.each([
		['each', 100],
		['together', 1_000],
	] as const)(
		'(%s) for less than %d fresh ones, whatever there is of a backlog',
		(runFor, most) => {
			const outbox = outboxFor(runFor);
			const times = Array.from({ length: most }, (_, index) => index);
			outbox.addBacklog(found(...times));
			outbox.addNew(found(...times.slice(1)), 0);
			expect(outbox.hasRoom).toBe(true);

			outbox.addNew(found(0), 0);
			expect(outbox.hasRoom).toBe(false);
		},
	);

	it('beside what n8n has refused, if that is not as much', () => {
		const outbox = outboxFor('each');
		outbox.addNew(found(...Array.from({ length: 100 }, (_, index) => index)), 0);
		const runs = Array.from({ length: 100 }, () => taken(outbox, START));
		for (const run of runs.slice(1)) outbox.markRefused(run, START);
		expect(outbox.hasRoom).toBe(true);

		for (const run of runs.slice(0, 1)) outbox.markRefused(run, START);
		expect(outbox.hasRoom).toBe(false);
	});

	it('for less than 64 MB of text', () => {
		const outbox = outboxFor('together');
		const item = { json: { text: 'x'.repeat(64 * 2 ** 20) } };
		outbox.addNew(
			found(1).map((one) => ({ ...one, item })),
			0,
		);

		expect(outbox.hasRoom).toBe(false);
	});
});

describe('K4: to the next process', () => {
	it('all that waits waits, whether n8n refused it or not', () => {
		const outbox = outboxFor('each');
		outbox.addNew(found(100, 200, 300), 0);
		outbox.addBacklog(found(10));
		outbox.markRefused(taken(outbox, START), START);

		expect(outbox.waiting.map(({ one }) => one.key)).toEqual([
			'key200',
			'key300',
			'key10',
			'key100',
		]);
	});

	it('what comes again with its key does not: it has that', () => {
		const outbox = outboxFor('each');
		outbox.addAgain([], 'no key');
		outbox.addAgain(found(1), 'a key');

		expect(outbox.waiting).toEqual([]);
		expect(outbox.take(START)).toMatchObject({ key: 'a key' });
	});
});

describe('O2: with minutes between runs', () => {
	const PAUSE = 10 * MINUTE;

	function ran(): Outbox {
		const outbox = outboxFor('together', PAUSE);
		outbox.addNew(found(1), 0);
		expect(takeAll(outbox, START)).toEqual([[1]]);
		return outbox;
	}

	it('what comes after a run waits for so long, and is in one run', () => {
		const outbox = ran();
		outbox.addNew(found(2), 0);
		outbox.addBacklog(found(0));
		expect(outbox.takesBacklog(100)).toBe(true);
		expect(outbox.untilNextMs(START + MINUTE)).toBe(9 * MINUTE);
		expect(outbox.take(START + PAUSE - 1)).toBeUndefined();

		outbox.addNew(found(3), 0);
		expect(takeAll(outbox, START + PAUSE)).toEqual([[0, 2, 3]]);
	});

	it('what comes when they have passed runs at once', () => {
		const outbox = ran();
		outbox.addNew(found(2), 0);

		expect(outbox.untilNextMs(START + PAUSE + MINUTE)).toBe(0);
	});

	it('a thousand are due at once, and the pause begins when the last of them has run', () => {
		const outbox = ran();
		outbox.addBacklog(found(...Array.from({ length: 600 }, (_, index) => index)));
		outbox.addNew(found(...Array.from({ length: 600 }, (_, index) => 1_000 + index)), 0);
		expect(outbox.hasRoom).toBe(false);
		const [first = []] = takeAll(outbox, START + MINUTE);
		expect(first).toHaveLength(1_000);

		expect(outbox.untilNextMs(START + MINUTE)).toBe(9 * MINUTE);
		expect(takeAll(outbox, START + PAUSE).flat()).toHaveLength(200);
		outbox.addNew(found(3), 0);
		expect(outbox.untilNextMs(START + PAUSE)).toBe(PAUSE);
	});

	it('what n8n refused, or was not known to have stored, does not wait for them', () => {
		const outbox = ran();
		outbox.addNew(found(2), 0);
		outbox.markRefused(taken(outbox, START + PAUSE), START + PAUSE);
		expect(timesOf(outbox.take(START + PAUSE + SECOND))).toEqual([2]);

		const other = ran();
		other.addAgain(found(2), 'a key');
		expect(other.untilNextMs(START)).toBe(0);
	});
});
