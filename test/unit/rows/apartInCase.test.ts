import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { keepApartInCase } from '../../../nodes/FormSubmissions/rows/apartInCase';
import { randomCases } from '../../support/search';

function apartInCase(rows: IDataObject[]): IDataObject[] {
	const named = rows.map((row) => ({ row }));
	keepApartInCase(named);
	return named.map(({ row }) => row);
}

describe('columns that differ in case alone', () => {
	it('are apart: the one in lower case keeps its name', () => {
		expect(apartInCase([{ ID: 1, a: 2, id: 3 }, { Id: 4 }])).toEqual([
			{ [expectedName('ID')]: 1, a: 2, id: 3 },
			{ [expectedName('Id')]: 4 },
		]);
	});

	it('are the same rows where there are none', () => {
		const rows = [{ Name: 1, email: 2 }, { Name: 3 }];

		expect(apartInCase(rows)).toEqual(rows);
	});

	it('have names that depend on no order, and nothing is lost', () => {
		const row = fc.dictionary(
			fc.string({ unit: fc.constantFrom(...'aAbBäÄ'), minLength: 1 }),
			fc.nat(),
		);
		fc.assert(
			fc.property(fc.array(row, { maxLength: 4 }), (rows) => {
				const apart = apartInCase(rows);
				const columns = new Set(apart.flatMap((one) => Object.keys(one)));

				expect(new Set([...columns].map((one) => one.toLowerCase())).size).toBe(columns.size);
				expect(apart.map((one) => Object.values(one))).toEqual(
					rows.map((one) => Object.values(one)),
				);
				expect(apartInCase([...rows].reverse())).toEqual([...apart].reverse());
			}),
			randomCases(200, 5_000),
		);
	});
});

/** With a digest of it. */
function expectedName(column: string): string {
	const [name = ''] = Object.keys(
		apartInCase([{ [column]: 1, [column.toLowerCase()]: 2 }])[0] ?? {},
	);
	expect(name).toMatch(new RegExp(`^${column}_[a-z0-9]{6}$`));
	return name;
}
