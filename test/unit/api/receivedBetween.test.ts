import fc from 'fast-check';

import { receivedBetween, type ReceivedRange } from '../../../nodes/FormSubmissions/api/pages';
import type { SubmissionPage } from '../../../nodes/FormSubmissions/api/types';
import { randomCases } from '../../support/search';

type Row = { id: string; createdAt?: unknown };

/** Pages of the given sizes; `asked` counts those that were requested. */
function list(rows: Row[], pageSize: number) {
	const state = { asked: 0 };
	async function* pages(): AsyncGenerator<SubmissionPage> {
		for (let start = 0; start === 0 || start < rows.length; start += pageSize) {
			state.asked++;
			const hasMore = start + pageSize < rows.length;
			const submissions = rows.slice(start, start + pageSize) as SubmissionPage['submissions'];
			yield { submissions, hasMore, nextCursor: hasMore ? String(start + pageSize) : null };
		}
	}
	return { pages: pages(), state };
}

async function idsOf(pages: AsyncIterable<SubmissionPage>): Promise<string[]> {
	const ids: string[] = [];
	for await (const { submissions } of pages) ids.push(...submissions.map(({ id }) => id));
	return ids;
}

const at = (id: string, ms: number): Row => ({ id, createdAt: new Date(ms).toISOString() });

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

		expect((await idsOf(receivedBetween(pages, range))).join('')).toBe(ids);
	});

	const second = (id: string, seconds: number) => at(id, seconds * 1_000);
	/** One submission a second, from the newest down. */
	const seconds = (newest: number, oldest: number) =>
		Array.from({ length: newest - oldest + 1 }, (_, index) => newest - index).map((one) =>
			second(String(one), one),
		);

	it('ends with the page on which ten in a row are more than five seconds before its start', async () => {
		const rows = seconds(100, 1);
		const asked = async (fromMs: number) => {
			const { pages, state } = list(rows, 5);
			await idsOf(receivedBetween(pages, { fromMs }));
			return state.asked;
		};

		// The tenth page ends at 51 s; its last ten begin at 60 s.
		expect(await asked(65_001)).toBe(10);
		expect(await asked(65_000)).toBe(11);
	});

	it('continues to the end if the list has fewer than ten', async () => {
		const { pages, state } = list(FIVE, 2);

		expect(await idsOf(receivedBetween(pages, { fromMs: 900_000 }))).toEqual([]);
		expect(state.asked).toBe(3);
	});

	it('reads on past single submissions that are dated back', async () => {
		const backdated = ['x', 'y'].map((id) => second(id, 1));
		const rows = [...seconds(140, 121), ...backdated, ...seconds(120, 101)];

		const ids = await idsOf(receivedBetween(list(rows, 11).pages, { fromMs: 100_000 }));

		expect(ids).toHaveLength(40);
	});

	it('reads a page to its end if one submission on it is out of order', async () => {
		const { pages } = list([at('c', 3_000), at('x', 500), at('b', 2_000), at('a', 1_500)], 3);

		expect(await idsOf(receivedBetween(pages, { fromMs: 1_000 }))).toEqual(['c', 'b', 'a']);
	});

	it.each([undefined, null, 'x', 7])(
		'places a submission whose time is %p next to the one before it',
		async (createdAt) => {
			const rows = [at('c', 3_000), { id: 'x', createdAt }, at('a', 1_000)];

			expect(await idsOf(receivedBetween(list(rows, 2).pages, { fromMs: 2_000 }))).toEqual([
				'c',
				'x',
			]);
			expect(await idsOf(receivedBetween(list(rows, 2).pages, { beforeMs: 2_000 }))).toEqual(['a']);
		},
	);

	it('returns a whole list without times if the range has no end', async () => {
		const { pages } = list([{ id: 'b' }, { id: 'a' }], 1);

		expect(await idsOf(receivedBetween(pages, { fromMs: 2_000 }))).toEqual(['b', 'a']);
	});

	/** Submissions at most two seconds off the list's order, at up to 700 a minute. */
	const lists = fc
		.tuple(
			fc.array(fc.integer({ min: -2_000, max: 2_000 }), { maxLength: 300 }),
			fc.constantFrom(86, 86, 300, 1_000, 5_000),
		)
		.map(([off, everyMs]) =>
			off.map((offMs, index) => at(String(index), 1e9 - index * everyMs + offMs)),
		);

	it('returns exactly what filtering the whole list would, although that is slightly out of order', async () => {
		const bound = fc.option(fc.nat(299), { nil: undefined });

		await fc.assert(
			fc.asyncProperty(
				lists,
				fc.integer({ min: 1, max: 100 }),
				bound,
				bound,
				async (rows, pageSize, from, before) => {
					const msOf = (row: Row | undefined) => (row ? Date.parse(String(row.createdAt)) : 0);
					// A bound that is one submission's own time is the hardest to keep.
					const fromMs = from === undefined ? -Infinity : msOf(rows[from]);
					const beforeMs = before === undefined ? Infinity : msOf(rows[before]);
					const { pages, state } = list(rows, pageSize);

					const ids = await idsOf(receivedBetween(pages, { fromMs, beforeMs }));

					const wanted = rows.filter((row) => msOf(row) >= fromMs && msOf(row) < beforeMs);
					expect(ids).toEqual(wanted.map(({ id }) => id));
					// No order of such a list hides anything ten seconds and ten submissions further down.
					const reached = rows.filter((row) => msOf(row) >= fromMs - 10_000).length;
					expect(state.asked).toBeLessThanOrEqual(Math.ceil((reached + 10) / pageSize) + 1);
				},
			),
			randomCases(300, 20_000),
		);
	});
});
