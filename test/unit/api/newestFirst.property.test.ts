import fc from 'fast-check';

import { randomCases } from '../../support/search';
import { at, idsBetween, list, type Row } from './timedList';

describe('a walk through a time range', () => {
	/** Submissions at most two seconds off the list's order, at up to 700 a minute; a few are dated back. */
	const lists = fc
		.tuple(
			fc.array(fc.integer({ min: -2_000, max: 2_000 }), { maxLength: 300 }),
			fc.array(fc.nat(299), { maxLength: 5 }),
			fc.constantFrom(86, 86, 300, 1_000, 5_000),
		)
		.map(([off, backdated, everyMs]) =>
			off.map((offMs, index) => {
				const backMs = backdated.includes(index) ? 1e8 : 0;
				return at(String(index), 1e9 - index * everyMs + offMs - backMs);
			}),
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

					const ids = await idsBetween(pages, { fromMs, beforeMs });

					const wanted = rows.filter((row) => msOf(row) >= fromMs && msOf(row) < beforeMs);
					expect(ids).toEqual(wanted.map(({ id }) => id));
					// No order of such a list hides anything ten seconds and ten submissions further down.
					const reached = rows.filter((row) => msOf(row) >= fromMs - 10_000).length;
					const confirming = 30;
					const most = Math.ceil((reached + 10 + confirming) / pageSize) + 2;
					expect(state.asked).toBeLessThanOrEqual(most);
				},
			),
			randomCases(150, 20_000),
		);
	});

	it('in any other order is complete or an error', async () => {
		const shuffled = fc
			.shuffledSubarray(
				Array.from({ length: 400 }, (_, index) => index),
				{ minLength: 1 },
			)
			.map((order) => order.map((place) => at(String(place), 1e9 - place * 60_000)));
		const ends = { complete: 0, failed: 0 };

		await fc.assert(
			fc.asyncProperty(
				shuffled,
				fc.integer({ min: 1, max: 100 }),
				fc.nat(399),
				async (rows, pageSize, from) => {
					const fromMs = 1e9 - from * 60_000;
					const wanted = rows.filter(({ id }) => Number(id) <= from).map(({ id }) => id);

					const ids = await idsBetween(list(rows, pageSize).pages, { fromMs }).catch(
						(error: unknown) => {
							expect(error).toMatchObject({ situation: 'orderedDifferently' });
						},
					);

					if (ids) expect(ids).toEqual(wanted);
					ends[ids ? 'complete' : 'failed']++;
				},
			),
			randomCases(150, 20_000),
		);

		// Neither outcome may be rare, or the property would prove little.
		expect(Math.min(ends.complete, ends.failed)).toBeGreaterThan(5);
	});

	it('takes a page in any order if it is the last', async () => {
		const rows = Array.from({ length: 100 }, (_, minute) => at(String(minute), minute * 60_000));

		expect(await idsBetween(list(rows, 100).pages, { fromMs: 3_000_000 })).toHaveLength(50);
	});

	it('takes a list in any order if there is only an end, since it reads all of it', async () => {
		const rows = Array.from({ length: 300 }, (_, second) => at(String(second), second * 1_000));

		expect(await idsBetween(list(rows, 100).pages, { beforeMs: 100_000 })).toHaveLength(100);
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
			situation: 'noTimes',
		});
		expect(await idsBetween(list([], 1).pages, { beforeMs: 2_000 })).toEqual([]);
	});
});
