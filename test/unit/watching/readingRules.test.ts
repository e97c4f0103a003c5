import { startingFrom } from '../../../nodes/FormSubmissions/watching/checkpoint';
import {
	beginTop,
	endTop,
	goOn,
	readTopPage,
} from '../../../nodes/FormSubmissions/watching/readingRules';
import { at, MINUTE, notOnce, PAGE, ReadList, returned, SECOND, START } from './readList';

describe('a walk from the top', () => {
	it('R2: ends with the first page whose last thirty submissions are known', () => {
		const list = returned(400);

		const few = list.arrive(PAGE - 30);
		expect(list.read()).toMatchObject({ asked: 1, ids: [...few].reverse() });
		const more = list.arrive(PAGE - 29);
		expect(list.read()).toMatchObject({ asked: 2, ids: [...more].reverse() });
	});

	it('R1: ends where nothing is new anymore, whatever is below', () => {
		const list = new ReadList();
		list.checkpoint = { ...list.checkpoint, floorMs: START };
		for (let n = 400; n > 0; n--) list.add(START - n * SECOND);
		const ids = list.arrive(3);

		expect(list.read()).toMatchObject({ asked: 1, ids: [...ids].reverse() });
	});

	it('R1: goes on behind an empty page, if there is another one', () => {
		const before = startingFrom('target', START);
		const page = { submissions: [], nextCursor: 'next' };
		const { ending, walk } = readTopPage(before, beginTop(), { page, ...at(START) });

		expect([ending, walk.cursor]).toEqual([undefined, 'next']);
	});

	it('R3: that is stopped goes on in the next reading, after what is new by then', () => {
		const list = returned(400);
		const ids = list.arrive(100);
		expect(list.read({ pages: 1 }).ids).toEqual(ids.slice(-PAGE).reverse());
		const fresh = list.arrive(1);

		expect(list.read().ids).toEqual([...fresh, ...ids.slice(0, -PAGE).reverse()]);
	});

	it('R3: goes on, too, if the last submission that it read is a misplaced one from below the floor', () => {
		const list = returned(400);
		const ids = list.arrive(3 * PAGE, MINUTE);
		list.misplace(-30 * MINUTE, -PAGE);
		list.read({ pages: 1 });

		expect(list.read().ids).toEqual(ids.slice(0, -PAGE).reverse());
	});

	it.each([
		['in what is known', 1],
		['before it has read anything', 0],
	])('that is stopped %s is over', (_what, pages) => {
		const list = returned(400);
		list.arrive(PAGE - 29);
		list.read({ pages });

		expect(list.checkpoint.unfinished).toEqual([]);
	});

	it('R13: that is stopped in what is known leaves the floor where it is, unless it becomes a look', () => {
		const list = returned(400);
		const { floorMs } = list.checkpoint;
		list.arrive(PAGE - 29, 11 * MINUTE);
		list.read({ pages: 1 });
		expect([list.checkpoint.floorMs, list.checkpoint.unfinished]).toEqual([floorMs, []]);

		list.arrive(PAGE - 29, MINUTE);
		list.read({ pages: 1 });
		expect(list.checkpoint.floorMs).toBeGreaterThan(floorMs);
		expect(list.checkpoint.unfinished).toHaveLength(1);
	});

	it('R6: does not begin while five are unfinished', () => {
		const list = returned(400);
		for (let n = 0; n < 5; n++) {
			list.arrive(60);
			expect(list.read({ pages: 1 }).ids).toHaveLength(PAGE);
		}
		const [fresh] = list.arrive(1);

		expect(list.read().ids).not.toContain(fresh);
		expect(list.read().ids).toContain(fresh);
	});
});

describe('a look for late submissions', () => {
	it.each([
		['comes with the look ten minutes after the last one', 9, 0],
		['is not missed if it was created just before the last look', 0, 9],
	])('one that %s', (_what, minutesBefore, lateMinutes) => {
		const list = returned(1_200);
		list.arrive(60 * minutesBefore, minutesBefore * MINUTE);
		list.read();
		const late = list.add(list.nowMs, (lateMinutes + 0.5) * MINUTE);
		for (let minute = 0; minute < 22; minute++) {
			list.arrive(60);
			list.read();
		}

		expect(list.times.get(late)).toBe(1);
	});

	it('R4: reads on below what is known every twelve minutes, and not in between', () => {
		const list = returned(2_000);
		const asked = Array.from({ length: 25 }, () => {
			list.arrive(1);
			return list.read().asked;
		});

		const looks = asked.flatMap((count, at) => (count > 1 ? [at] : []));
		expect(looks.map((at) => at - (looks[0] ?? 0))).toEqual([0, 12]);
	});

	it.each([
		['', 5 * MINUTE],
		[' in one instant', 0],
	])(
		'is not needed anymore twenty minutes after the last submission, however many there were%s',
		(_how, overMs) => {
			const list = returned(2_000, 10);
			list.arrive(1_000, overMs);
			const asked = Array.from({ length: 60 }, () => {
				list.nowMs += MINUTE;
				return list.read().asked;
			});

			expect(Math.max(...asked.slice(30))).toBe(1);
		},
	);

	it('R13: misses no late one because the top of the list came late', () => {
		const list = returned(1_200);
		list.nowMs += 10 * MINUTE;
		const late = list.add(list.nowMs + 48 * SECOND, 10 * MINUTE - SECOND);
		list.add(list.nowMs + 49 * SECOND);
		list.read({ takesMs: 50 * SECOND });
		list.nowMs += 9 * MINUTE + 10 * SECOND;
		for (let minute = 0; minute < 22; minute++) {
			list.read();
			list.arrive(PAGE);
		}

		expect(list.times.get(late)).toBe(1);
	});

	it('R4: misses no late one because the clock was set back just after a look', () => {
		const list = returned(1_200);
		list.nowMs += 10 * MINUTE;
		const late = list.add(list.nowMs, 5 * MINUTE);
		list.arrive(60);
		// A look: its newest submission is newer than the late one.
		list.read();
		list.checkpoint = { ...list.checkpoint, lookedAtMachineMs: list.nowMs + 30 * MINUTE };
		for (let minute = 0; minute < 40; minute++) {
			list.arrive(60);
			list.read();
		}

		expect(list.times.get(late)).toBe(1);
	});

	it('R5: does not keep new ones waiting where readings are short, even after two minutes with many', () => {
		const list = returned(1_000);
		const minutes = [...Array<number>(40).fill(70), 400, 400, 70];
		const waiting = minutes.map((count) => {
			const fresh = list.arrive(count);
			list.read({ pages: 5 });
			return fresh.filter((id) => !list.times.has(id)).length;
		});

		expect(waiting).toEqual([...Array<number>(40).fill(0), 200, 200, 0]);
	});

	it.each([
		['does not begin beside an unfinished walk whose edge is the floor', 0, 1],
		['begins beside one whose edge is below it', -1, 2],
	])('R5: %s', (_what, offMs, unfinished) => {
		const list = returned(400);
		const { floorMs } = list.checkpoint;
		const walk = { lastTimesMs: [], placeMs: floorMs, edgeMs: floorMs + offMs, downToMs: 0 };
		list.checkpoint = { ...list.checkpoint, unfinished: [{ ...walk, cursor: 'held up' }] };
		list.arrive(1, 12 * MINUTE);
		list.read({ pages: 1 });

		expect(list.checkpoint.unfinished).toHaveLength(unfinished);
	});

	it('R5: does not begin while an unfinished walk is above the floor: it would be held up there, too', () => {
		const list = returned(400);
		const bad = list.arrive(200, 8 * MINUTE)[100];
		list.unreadable.add(bad ?? '');
		list.read();
		for (let minute = 0; minute < 60; minute++) {
			list.arrive(3);
			list.read();
		}

		expect(list.checkpoint.unfinished).toHaveLength(1);
	});
});

describe('with seven days of lateness', () => {
	const HOUR = 60 * MINUTE;
	const DAY = 24 * HOUR;

	/** A list that is read every ten minutes for eight days, with an hour between submissions. */
	function watched(late: Array<{ hoursAfterStart: number; lateMs: number }>) {
		const list = new ReadList();
		const old = list.add(START - HOUR, 2 * HOUR);
		list.latenessMs = 7 * DAY;
		list.checkpoint = startingFrom('target', START);
		const asked: number[] = [];
		const ids: string[] = [];
		for (let hour = 1; hour <= 8 * 24; hour++) {
			list.nowMs = START + hour * HOUR;
			list.add(list.nowMs);
			for (const { hoursAfterStart, lateMs } of late) {
				if (hoursAfterStart === hour) ids.push(list.add(list.nowMs, lateMs));
			}
			for (let minute = 0; minute < 60; minute += 10) {
				asked.push(list.read().asked);
				list.nowMs += 10 * MINUTE;
			}
		}
		return { list, old, ids, asked };
	}

	it('what is released within them comes once, and nothing from before the start', () => {
		const { list, old, ids } = watched([
			{ hoursAfterStart: 3, lateMs: DAY },
			{ hoursAfterStart: 20, lateMs: 6.9 * DAY },
		]);

		expect(ids.map((id) => list.times.get(id))).toEqual([1, 1]);
		expect(list.times.get(old)).toBeUndefined();
		expect([...list.times.values()].every((times) => times === 1)).toBe(true);
	});

	it('R4: it looks once an hour', () => {
		const { asked } = watched([]);

		const lastDay = asked.slice(-24 * 6);
		expect(lastDay.filter((count) => count > 1)).toHaveLength(24);
	});
});

describe('an unfinished walk', () => {
	/** A backlog of which the first page has come. */
	function backlog(everyMs = MINUTE): ReadList {
		const list = new ReadList();
		for (let n = 400; n > 0; n--) list.add(START - n * everyMs);
		list.read({ pages: 1 });
		list.nowMs += MINUTE;
		return list;
	}

	it.each(['refused', 'emptyEnd'] as const)(
		'whose cursor is stale (%s) searches for its place from the top, and returns nothing twice',
		(staleCursors) => {
			const list = backlog();
			list.read({ staleCursors });

			expect(notOnce(list)).toEqual([]);
			expect(list.checkpoint.unfinished).toEqual([]);
		},
	);

	it('returns submissions without a time that come first on its pages', () => {
		const list = backlog();
		list.undated.add('sub_359').add('sub_319');
		list.read();

		expect(notOnce(list)).toEqual([]);
	});

	it('does not return one without a time at the top of the list while it searches for its place', () => {
		const list = backlog();
		const undated = list.add(list.nowMs);
		list.undated.add(undated);

		const { ids } = list.read({ only: 'rest', staleCursors: 'refused' });
		expect(ids).toHaveLength(400 - PAGE);
		expect(ids).not.toContain(undated);
	});

	it.each([
		['returns what is new five seconds above its place', 5 * SECOND, 1],
		['passes over what is above that', 5 * SECOND + 1, 0],
	])('R9: %s', (_what, aboveMs, count) => {
		const list = new ReadList();
		const walk = {
			cursor: '0 1',
			lastTimesMs: [],
			placeMs: START,
			edgeMs: START,
			downToMs: START - MINUTE,
		};
		list.checkpoint = { ...list.checkpoint, unfinished: [walk] };
		list.add(START + aboveMs, -aboveMs);

		expect(list.read({ only: 'rest' }).ids).toHaveLength(count);
	});

	it('R8: goes on behind an empty page, from the same place', () => {
		const walk = {
			cursor: 'a',
			lastTimesMs: [],
			placeMs: START,
			edgeMs: START,
			downToMs: START - MINUTE,
		};
		const before = { ...startingFrom('target', START), unfinished: [walk] };

		const page = { submissions: [], nextCursor: 'b' };
		expect(goOn(before, { page, ...at(START) })).toMatchObject({
			checkpoint: { unfinished: [{ ...walk, cursor: 'b' }] },
		});
	});

	it('R11: whose search meets an empty last page before its place has not come to the end', () => {
		const list = backlog();
		list.read({ pages: 6 });
		list.read({ staleCursors: 'emptyEnd', emptyAt: 5 });
		list.read();

		expect(notOnce(list)).toEqual([]);
	});

	it('R11: whose search meets one behind an old cursor, right after its place, has not come to the end', () => {
		const list = backlog();
		list.read({ pages: 3, staleCursors: 'refused' });
		list.nowMs += MINUTE;
		list.read({ staleCursors: 'emptyEnd' });
		list.read();

		expect(notOnce(list)).toEqual([]);
	});

	it.each([
		[SECOND, Infinity],
		[SECOND, 1],
		[0, Infinity],
	])(
		'R11: has come to the end if that is an empty page again, right after its place (%d ms apart, %d pages)',
		(everyMs, pages) => {
			const list = new ReadList();
			list.endsEmpty = true;
			for (let n = 60; n > 0; n--) list.add(START - n * everyMs);
			list.read({ pages });

			expect(list.read().heldUp).toBeUndefined();
			expect(list.checkpoint.unfinished).toEqual([]);
			expect(notOnce(list)).toEqual([]);
		},
	);

	it('R10: whose search is stopped goes on searching in the next reading', () => {
		const list = backlog();
		list.read({ pages: 6 });
		list.read({ pages: 5, staleCursors: 'refused' });
		list.read();

		expect(notOnce(list)).toEqual([]);
	});

	it('R9: misses nothing because a single submission above it seems hours older', () => {
		const list = new ReadList();
		for (let n = 400; n > 0; n--) list.add(START - (n === 30 ? 600 : n) * MINUTE);
		list.read({ pages: 1 });
		list.read();

		expect(notOnce(list)).toEqual([]);
	});

	it('R12: is held up by a page that cannot be read, and goes on once it can', () => {
		const list = backlog();
		list.unreadable.add('sub_350');

		expect(list.read()).toMatchObject({ ids: [], heldUp: 'failed' });
		list.unreadable.clear();
		expect(list.read().heldUp).toBeUndefined();
		expect(notOnce(list)).toEqual([]);
	});

	it('R9: sees that it has passed its end though each reading meets a few submissions only', () => {
		const list = new ReadList();
		for (let n = 400; n > 0; n--) list.add(START - n * MINUTE);
		list.pageSize = 8;
		list.checkpoint = startingFrom('target', START - 100 * MINUTE);
		list.read({ pages: 1, after: 'restarted' });
		let readings = 1;
		while (list.checkpoint.unfinished.length > 0 && readings++ < 100) {
			list.read({ pages: 2, after: 'restarted' });
		}

		expect(list.times.size).toBe(100);
		expect(readings).toBeLessThan(20);
	});

	it('R12: that a page holds up for hours holds up nothing above it', () => {
		const list = backlog();
		list.unreadable.add('sub_300');
		list.read();
		for (let minute = 0; minute < 200; minute++) {
			const fresh = list.arrive(3);

			expect(list.read()).toMatchObject({ ids: [...fresh].reverse(), heldUp: 'failed' });
		}
		list.unreadable.clear();
		list.read();

		expect(notOnce(list)).toEqual([]);
		expect(list.checkpoint.unfinished).toEqual([]);
	});

	it.each([
		['ends at the one under it', undefined, 15],
		['ends there, too, if it had to search for its place', 'refused', 24],
	] as const)('%s', (_what, staleCursors, mostPages) => {
		const list = backlog(SECOND);
		list.arrive(100);
		list.read({ pages: 1 });
		list.nowMs += MINUTE;

		expect(list.read({ staleCursors }).asked).toBeLessThan(mostPages);
		expect(notOnce(list)).toEqual([]);
		expect(list.checkpoint.unfinished).toEqual([]);
	});

	it('R8: whose page was dated an hour ahead keeps nothing from the next walk from the top', () => {
		const listed = (count: number, fromMs: number) => {
			const list = new ReadList();
			list.nowMs = fromMs;
			list.arrive(count, 0);
			return { submissions: list.rows.map(({ listed }) => listed), nextCursor: 'next' };
		};
		const start = startingFrom('target', START - MINUTE);
		const isAhead = { serviceNowMs: START + 60 * MINUTE, machineNowMs: START };
		const page = listed(PAGE, START + 60 * MINUTE);
		const stopped = endTop(start, readTopPage(start, beginTop(), { page, ...isAhead }));
		const before = { ...stopped, floorMs: START };

		const later = { page: listed(1, START + MINUTE), ...at(START + MINUTE) };
		expect(readTopPage(before, beginTop(), later).fresh).toHaveLength(1);
	});

	it('R15: leaves nothing out where it meets the one under it within seconds, and the order is slightly off', () => {
		const list = new ReadList();
		for (let round = 0; round < 3; round++) {
			list.add(list.nowMs - 4 * SECOND);
			list.arrive(100, SECOND);
			list.read({ pages: 1 });
		}
		list.read();

		expect(notOnce(list)).toEqual([]);
	});
});

it('R9: a submission whose time is a minute ahead of those around it comes, wherever it stands', () => {
	const list = returned(400);
	list.arrive(3 * PAGE);
	list.nowMs += MINUTE;
	for (const [index, { listed }] of list.rows.slice(-3 * PAGE).entries()) {
		if (index % 50 === 10) listed.atMs += MINUTE;
	}
	list.read();

	expect(notOnce(list)).toEqual([]);
});

describe('under a load', () => {
	type Load = { perMinute: number; pages: number; minutes: number; lateEvery?: number };

	it.each<[string, Load]>([
		['that leaves few pages to spare', { perMinute: 120, pages: 4, minutes: 40 }],
		['of which some are late', { perMinute: 60, pages: 12, minutes: 40, lateEvery: 7 }],
		['that is more than readings can read', { perMinute: 120, pages: 2, minutes: 60 }],
	])('%s, nothing is lost and nothing comes twice', (_what, load) => {
		const { perMinute, pages, minutes, lateEvery = Infinity } = load;
		const list = returned(400);
		for (let minute = 0; minute < minutes; minute++) {
			list.nowMs += MINUTE;
			for (let n = 1; n <= perMinute; n++) {
				const lateMs = n % lateEvery === 0 ? ((n * 37) % 570) * SECOND : 0;
				list.add(list.nowMs - MINUTE + Math.floor((n * MINUTE) / perMinute), lateMs);
			}
			list.read({ pages });
		}
		for (let minute = 0; minute < 25; minute++) {
			list.nowMs += MINUTE;
			list.read();
		}

		expect(notOnce(list)).toEqual([]);
		expect(list.checkpoint.unfinished).toEqual([]);
		expect(list.read().asked).toBe(1);
	});
});

it('R12: a walk whose place is searched for is held up by a page on the way that cannot be read', () => {
	const list = returned(400);
	const [oldest = ''] = list.arrive(2 * PAGE);
	list.read({ pages: 1 });
	list.unreadable.add(oldest);

	expect(list.read({ staleCursors: 'refused' }).heldUp).toBe('failed');
});

describe('a trigger that listens', () => {
	it('reads the top and the rest apart, each submission once', () => {
		const list = returned(400);
		const ids = list.arrive(2 * PAGE);
		expect(list.read({ only: 'top', pages: 1 }).ids).toEqual(ids.slice(PAGE).reverse());
		const fresh = list.arrive(1);
		expect(list.read({ only: 'top' }).ids).toEqual(fresh);

		expect(list.read({ only: 'rest' }).ids).toEqual(ids.slice(0, PAGE).reverse());
		expect(list.checkpoint.unfinished).toEqual([]);
		expect(list.read()).toMatchObject({ ids: [] });
	});
});
