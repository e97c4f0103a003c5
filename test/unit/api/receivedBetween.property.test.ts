import fc from 'fast-check';

import { receivedBetween } from '../../../nodes/FormSubmissions/api/pages';
import { randomCases } from '../../support/search';
import { at, idsOf, list, type Row } from './timedList';

describe('a walk through a time range', () => {
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
