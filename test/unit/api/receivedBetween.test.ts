import type { ReceivedRange } from '../../../nodes/FormSubmissions/api/createdAt';
import { at, idsBetween, list } from './timedList';

const FIVE = [at('e', 5_000), at('d', 4_000), at('c', 3_000), at('b', 2_000), at('a', 1_000)];

describe('a walk through a time range', () => {
	it.each<[string, ReceivedRange, string]>([
		['all of time', {}, 'edcba'],
		['a start, which is included', { fromMs: 3_000 }, 'edc'],
		['an end, which is excluded', { beforeMs: 3_000 }, 'ba'],
		['both', { fromMs: 2_000, beforeMs: 4_000 }, 'cb'],
		['a time before the first', { beforeMs: 1_000 }, ''],
		['a time after the last', { fromMs: 5_001 }, ''],
	])('returns what lies in it: %s', async (_name, range, ids) => {
		const { pages } = list(FIVE, 2);

		expect((await idsBetween(pages, range)).join('')).toBe(ids);
	});

	const second = (id: string, seconds: number) => at(id, seconds * 1_000);
	/** One submission a second, from the newest down. */
	const seconds = (newest: number, oldest: number) =>
		Array.from({ length: newest - oldest + 1 }, (_, index) => newest - index).map((one) =>
			second(String(one), one),
		);

	it('ends with the page on which thirty in a row are more than five seconds before its start', async () => {
		const rows = seconds(200, 1);
		const asked = async (fromMs: number) => {
			const { pages, state } = list(rows, 5);
			await idsBetween(pages, { fromMs });
			return state.asked;
		};

		// The tenth page ends at 151 s; its last thirty begin at 180 s.
		expect(await asked(185_001)).toBe(10);
		expect(await asked(185_000)).toBe(11);
	});

	it('continues to the end if the list has fewer than ten', async () => {
		const { pages, state } = list(FIVE, 2);

		expect(await idsBetween(pages, { fromMs: 900_000 })).toEqual([]);
		expect(state.asked).toBe(3);
	});

	const anotherOrder = { context: { situation: 'orderedDifferently' } };

	it.each([
		[
			'old ones at the end of a page precede newer ones',
			[...seconds(1_000, 913), ...seconds(112, 101), ...seconds(912, 613)],
		],
		['it begins with the oldest', seconds(1_000, 1).reverse()],
	])('is an error, not a short list, if %s', async (_how, rows) => {
		await expect(idsBetween(list(rows, 100).pages, { fromMs: 500_000 })).rejects.toMatchObject(
			anotherOrder,
		);
	});

	it('takes a list in any order if it ends before anything could be missed', async () => {
		const rows = seconds(150, 1).reverse();
		const read = async (pageSize: number) =>
			await idsBetween(list(rows, pageSize).pages, { fromMs: 100_000 });

		expect(await read(150)).toHaveLength(51);
		await expect(read(149)).rejects.toMatchObject(anotherOrder);
	});

	it('takes a list in any order if there is only an end, since it reads all of it', async () => {
		const rows = seconds(300, 1).reverse();

		expect(await idsBetween(list(rows, 100).pages, { beforeMs: 100_000 })).toHaveLength(99);
	});

	it('reads on past single submissions that are dated back', async () => {
		const backdated = ['x', 'y'].map((id) => second(id, 1));
		const rows = [...seconds(140, 121), ...backdated, ...seconds(120, 101)];

		const ids = await idsBetween(list(rows, 11).pages, { fromMs: 100_000 });

		expect(ids).toHaveLength(40);
	});

	it.each([undefined, null, 'x', 7])(
		'places a submission whose time is %p next to the one before it',
		async (createdAt) => {
			const rows = [at('c', 3_000), { id: 'x', createdAt }, at('a', 1_000)];

			expect(await idsBetween(list(rows, 2).pages, { fromMs: 2_000 })).toEqual(['c', 'x']);
			expect(await idsBetween(list(rows, 2).pages, { beforeMs: 2_000 })).toEqual(['a']);
		},
	);

	it('returns a whole list without times if the range has no end', async () => {
		const { pages } = list([{ id: 'b' }, { id: 'a' }], 1);

		expect(await idsBetween(pages, { fromMs: 2_000 })).toEqual(['b', 'a']);
	});

	it('is an error, not an empty list, if it has an end and none of the list has a time', async () => {
		const undated = [{ id: 'b' }, { id: 'a', createdAt: 'x' }];

		await expect(idsBetween(list(undated, 1).pages, { beforeMs: 2_000 })).rejects.toMatchObject({
			message: 'None of the submissions has a time that can be read.',
			context: { situation: 'noTimes' },
		});
		expect(await idsBetween(list([], 1).pages, { beforeMs: 2_000 })).toEqual([]);
	});
});
