import {
	startingAt,
	startingFrom,
	toPage,
} from '../../../nodes/FormSubmissions/watching/checkpoint';
import { at, MINUTE, notOnce, ReadList, returned, SECOND, START } from './readList';

describe('the start', () => {
	const page = (count: number, everyMs: number, nextCursor: string | null) => {
		const submissions = Array.from({ length: count }, (_, index) => ({
			id: `sub_${index}`,
			createdAt: new Date(START - index * everyMs).toISOString(),
		}));
		return toPage({ submissions, nextCursor }, START);
	};

	it.each<[string, number, number, number]>([
		["is the newest submission's time", 100, SECOND, START + 9 * SECOND],
		["is the service's clock, if that is earlier", 100, SECOND, START - 9 * SECOND],
		[
			'is never below what the first page shows, if there is another one',
			100,
			5,
			START - 9 * SECOND,
		],
		['is after the newest if more than a page came in with it', 100, 0, START],
	])('%s', (_what, count, everyMs, serviceNowMs) => {
		const oldestMs = START - (count - 1) * everyMs;

		const { floorMs } = startingAt('target', page(count, everyMs, 'next'), at(serviceNowMs));

		expect(floorMs).toBe(Math.max(oldestMs + 1, Math.min(START, serviceNowMs)));
	});

	it.each([null, 'next'])(
		"is the service's clock if there is no submission on the first page (next cursor: %p)",
		(nextCursor) => {
			expect(startingAt('target', page(0, 0, nextCursor), at(START)).floorMs).toBe(START);
		},
	);

	it('R16: is below all of a list of one page, which is known', () => {
		const { floorMs, known } = startingAt('target', page(10, 5, null), at(START - 9 * SECOND));

		expect(floorMs).toBe(START - 9 * SECOND);
		expect(known.size).toBe(10);
	});
});

describe('the floor', () => {
	it('R13: rises to the newest submission once that has been the newest for ten minutes', () => {
		const list = returned(10);
		const [newest] = list.arrive(1);
		const floors = Array.from({ length: 12 }, () => {
			list.nowMs += MINUTE;
			list.read();
			return list.checkpoint.floorMs;
		});

		const newestMs = list.rows.find(({ id }) => id === newest)?.createdMs;
		expect(floors.map((ms) => ms === newestMs)).toEqual([...Array(10).fill(false), true, true]);
	});

	it('R13: is below what was created at that very time', () => {
		const list = new ReadList();
		list.checkpoint = startingFrom('target', START);
		const id = list.add(START);

		expect(list.read().ids).toEqual([id]);
	});

	it('R14: does not rise above new submissions because one seems to be from the future', () => {
		const list = new ReadList();
		list.add(START + 60 * MINUTE, -60 * MINUTE);
		list.read();
		const ids = list.arrive(1);

		expect(list.read().ids).toEqual(ids);
	});
});

describe('too many known IDs', () => {
	it('R15: make walks look less far down for late ones; nothing is lost or comes twice', () => {
		const list = new ReadList();
		for (let n = 2_000; n > 0; n--) list.add(START - n * 30 * SECOND);
		list.read({ pages: 1 });
		for (let minutes = 0; minutes < 14; minutes += 2) {
			list.arrive(6_000, 2 * MINUTE);
			// A few pages more than what is new takes: for the backlog, and for a look.
			list.read({ pages: 155 });
		}
		expect(list.checkpoint.known.size).toBeLessThan(22_000);
		expect(list.checkpoint.unfinished).toHaveLength(2);
		for (let look = 0; look < 3; look++) {
			list.nowMs += 10 * MINUTE;
			list.read();
		}

		expect(notOnce(list)).toEqual([]);
	});

	it('R15: matter only to late ones from before the newest 20,000', () => {
		const list = new ReadList();
		for (let n = 0; n < 25_000; n++) {
			list.checkpoint.known.add({ key: `other${n}`, atMs: START - 10 * MINUTE + n * 24 });
		}
		for (let n = 400; n > 0; n--) list.add(START - 3 * MINUTE - n * SECOND);
		const late = list.add(START - 3 * MINUTE, 4 * MINUTE);
		for (let n = 180; n > 0; n--) list.add(START - n * SECOND);
		list.read();
		list.arrive(1, 12 * MINUTE);
		list.read();

		expect(list.times.get(late)).toBe(1);
	});

	it('R15: leave nothing out that is unread between known ones, even if all are of one instant', () => {
		const list = new ReadList();
		list.arrive(100, 1);
		list.read({ after: 'restarted' });
		list.arrive(60, 4 * SECOND);
		list.nowMs += 16 * SECOND;
		list.arrive(60, 4 * SECOND);
		list.nowMs += MINUTE;
		for (let n = 0; n <= 20_000; n++)
			list.checkpoint.known.add({ key: `other${n}`, atMs: list.nowMs });

		list.read({ pages: 1 });
		list.read();
		expect(list.checkpoint.known.size).toBeLessThan(20_100);

		expect(notOnce(list)).toEqual([]);
	});
});
