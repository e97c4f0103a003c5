import fc from 'fast-check';

import { randomCases } from '../../support/search';
import { MINUTE, ReadList, SECOND, START, type Conditions } from './readList';

/** What comes in during a minute, and what the reading at its end meets. */
const minute = fc.record({
	arrivals: fc.constantFrom(0, 0, 1, 3, 30, 90, 200),
	/** All of them in the same millisecond. */
	isBurst: fc.boolean(),
	/** Every so manieth becomes visible late, by so many seconds. */
	lateEvery: fc.constantFrom(0, 0, 0, 7),
	lateSeconds: fc.constantFrom(6, 60, 400, 600),
	/** The list's order is by time, but for so much. */
	disorderMs: fc.constantFrom(0, 0, 0, 4_800),
	/** Every so manieth has a time that is half an hour off. */
	misplacedEvery: fc.constantFrom(0, 0, 0, 0, 40),
	reading: fc.record<Conditions>({
		beside: fc.constantFrom(0, 0, 1, 3),
		pages: fc.constantFrom(1, 2, 3, 8, 60, 60, 60),
		pageMs: fc.constantFrom(0, 0, 300, 2_500),
		staleCursors: fc.constantFrom(undefined, undefined, undefined, 'refused', 'emptyEnd'),
		after: fc.constantFrom('kept', 'kept', 'kept', 'killed', 'restarted'),
	}),
});

const histories = fc.record({
	before: fc.constantFrom(0, 10, 300, 1_500),
	minutes: fc.array(minute, { minLength: 1, maxLength: 45, size: 'max' }),
	/** From when until when the page of one of the rows can't be read. */
	unreadable: fc.option(fc.record({ row: fc.nat(2_000), from: fc.nat(20), length: fc.nat(30) }), {
		nil: undefined,
	}),
});

type History = typeof histories extends fc.Arbitrary<infer Value> ? Value : never;

/** After everything has become visible, each submission must have come once; returns which didn't. */
function play({ before, minutes, unreadable }: History): string[] {
	const list = new ReadList();
	const misplaced = new Set<string>();
	for (let n = before; n > 0; n--) list.add(START - n * 5 * SECOND);
	for (const [at, { arrivals, isBurst, reading, ...rest }] of minutes.entries()) {
		const { lateEvery, lateSeconds, disorderMs, misplacedEvery } = rest;
		for (let n = 0; n < arrivals; n++) {
			const inMs = isBurst ? 1 : Math.floor(((n + 1) * MINUTE) / (arrivals + 1));
			const isLate = lateEvery > 0 && n % lateEvery === 0;
			const offMs = disorderMs && (n * 1_700) % disorderMs;
			const id = list.add(list.nowMs + inMs - offMs, offMs + (isLate ? lateSeconds * SECOND : 0));
			if (misplacedEvery > 0 && n % misplacedEvery === 0) {
				list.misplace(-30 * MINUTE);
				misplaced.add(id);
			}
		}
		list.nowMs += MINUTE;
		list.unreadable.clear();
		if (unreadable && at >= unreadable.from && at < unreadable.from + unreadable.length) {
			list.unreadable.add(`sub_${unreadable.row % Math.max(1, list.rows.length)}`);
		}
		const isTopRead = list.checkpoint.unfinished.length < 5 && list.unreadable.size === 0;
		// Whatever is below, what is new at the top comes at once.
		const newest = list.rows.filter(({ visibleMs }) => visibleMs <= list.nowMs).at(-1);
		list.read(reading);
		if (isTopRead && newest && !misplaced.has(newest.id) && reading.after !== 'killed') {
			expect(list.times.get(newest.id)).toBe(1);
		}
	}
	list.unreadable.clear();
	for (let n = 0; n < 25; n++) {
		list.nowMs += MINUTE;
		list.read();
	}
	// Late ones are only for readings that read twenty minutes of the list.
	const isHurried = minutes.some(
		({ reading }) => (reading.pages ?? 0) < 60 || reading.staleCursors,
	);
	const mayMissLate = isHurried || unreadable !== undefined;
	return list.rows.flatMap(({ id, createdMs, visibleMs }) => {
		const times = list.times.get(id) ?? 0;
		const isExcused = times === 0 && visibleMs - createdMs > 5 * SECOND && mayMissLate;
		const isMisplaced = times === 0 && misplaced.has(id);
		return times === 1 || isExcused || isMisplaced ? [] : [`${id} came ${times} times`];
	});
}

it('one reading after the other finds every submission once, whatever time, cursors, pages, and n8n do', () => {
	const property = fc.property(histories, (history) => {
		expect(play(history)).toEqual([]);
	});
	fc.assert(property, randomCases(60, 10_000));
});
