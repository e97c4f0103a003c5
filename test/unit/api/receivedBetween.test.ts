import fc from 'fast-check';

import {
	receivedBetween,
	type ReceivedRange,
} from '../../../nodes/FormSubmissions/api/receivedBetween';
import type { SubmissionPage } from '../../../nodes/FormSubmissions/api/types';

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

	it('ends with the page on which the list passes its start', async () => {
		const { pages, state } = list(FIVE, 2);

		await idsOf(receivedBetween(pages, { fromMs: 4_500 }));

		expect(state.asked).toBe(1);
	});

	it('continues if a page ends exactly at its start, since equal times may follow', async () => {
		const { pages, state } = list([at('c', 3_000), at('b', 2_000), at('a', 2_000)], 2);

		expect(await idsOf(receivedBetween(pages, { fromMs: 2_000 }))).toEqual(['c', 'b', 'a']);
		expect(state.asked).toBe(2);
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

	it('returns exactly what filtering the whole list would, and requests no unnecessary page', async () => {
		const times = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 60 });
		const bound = fc.option(fc.integer({ min: -1, max: 31 }), { nil: undefined });

		await fc.assert(
			fc.asyncProperty(
				times,
				fc.integer({ min: 1, max: 9 }),
				bound,
				bound,
				async (unsorted, pageSize, fromMs, beforeMs) => {
					const rows = [...unsorted].sort((a, b) => b - a).map((ms, index) => at(`${index}`, ms));
					const { pages, state } = list(rows, pageSize);

					const ids = await idsOf(receivedBetween(pages, { fromMs, beforeMs }));

					const msOf = ({ createdAt }: Row) => Date.parse(String(createdAt));
					const isAfter = (row: Row) => msOf(row) >= (fromMs ?? -Infinity);
					const wanted = rows.filter((row) => isAfter(row) && msOf(row) < (beforeMs ?? Infinity));
					expect(ids).toEqual(wanted.map(({ id }) => id));
					const needed = Math.floor(rows.filter(isAfter).length / pageSize) + 1;
					expect(state.asked).toBe(
						Math.min(needed, Math.max(1, Math.ceil(rows.length / pageSize))),
					);
				},
			),
			{ numRuns: 300, seed: 20260310 },
		);
	});
});
