import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { formColumns, type FormLook } from '../../../nodes/FormSubmissions/rows/formColumns';
import { ListLikeGroups } from '../../../nodes/FormSubmissions/rows/groupsAsColumns';
import { randomCases } from '../../support/search';

function columns(data: unknown, look: Partial<FormLook>) {
	const row: IDataObject = {};
	const add = formColumns({ escapeFormulas: false, ...look }, new ListLikeGroups(), (one) => one);
	add(row, data, 'frm_1');
	return Object.entries(row);
}

/** Data as parsed from JSON, where `__proto__` is a name like any other. */
const parsed = (json: string): unknown => JSON.parse(json);

describe('a form whose fields are chosen', () => {
	it('has exactly these, in this order, and null where one is missing', () => {
		expect(columns({ a: 1, b: '', c: [1, 2] }, { fields: ['c', 'missing', 'b'] })).toEqual([
			['c', '1, 2'],
			['missing', null],
			['b', ''],
		]);
	});

	it('has an empty text for an empty group', () => {
		expect(columns({ a: {} }, { fields: ['a'] })).toEqual([['a', '']]);
	});

	it('has the same columns whatever was submitted', () => {
		fc.assert(
			fc.property(
				fc.dictionary(fc.string(), fc.jsonValue()),
				fc.uniqueArray(fc.constantFrom('id', 'field_id', 'tags', '__proto__', '', 'a.b', 'x')),
				(data, fields) => {
					const names = (of: unknown) => columns(of, { fields }).map(([name]) => name);

					expect(names(data)).toEqual(names({}));
					expect(new Set(names(data)).size).toBe(fields.length);
				},
			),
			{ numRuns: 300, seed: 20260310 },
		);
	});
});

describe('a form with a column for each part of a group', () => {
	const COLUMNS_FOR_PARTS = { groups: 'columns' } as const;

	it.each<[string, object, object]>([
		[
			'with the name of its group before its own',
			{ a: 1, 'Full name': { first: 'x', last: 'y' }, b: 2 },
			{ a: 1, 'Full name first': 'x', 'Full name last': 'y', b: 2 },
		],
		[
			'at any depth',
			{ a: { b: { c: 1, d: { e: [2, 3] } }, f: 4 } },
			{ 'a b c': 1, 'a b d e': '2, 3', 'a f': 4 },
		],
		['empty if it is an empty group', { a: {}, b: { c: {} } }, { a: '', 'b c': '' }],
		[
			'but lists of groups as text',
			{ a: [{ b: 1 }], c: { d: [{ e: 1 }] } },
			{ a: '[{"b":1}]', 'c d': '[{"e":1}]' },
		],
		['beside a field of that name', { 'a b': 1, a: { b: 2, c: 3 } }, { 'a b': '1, 2', 'a c': 3 }],
		['whose name is taken', { field: { id: 1 }, '': { '': 2 } }, { 'field id': 1, ' ': 2 }],
		[
			'that has digits in its name',
			{
				a: { 'Line 1': 'x', 'Line 2': 'y', city: 'z' },
				b: { '18-24': 1, '65+': 2 },
				c: { B2B: 3 },
			},
			{ 'a Line 1': 'x', 'a Line 2': 'y', 'a city': 'z', 'b 18-24': 1, 'b 65+': 2, 'c B2B': 3 },
		],
	])('has each %s', (_how, data, expected) => {
		expect(columns(data, COLUMNS_FOR_PARTS)).toEqual(Object.entries(expected));
	});

	it.each<[string, object]>([
		['numbers', { 1: { score: 5 }, 2: { score: 3 } }],
		['numbers, with a number for each', { 1: 5, 2: 3 }],
		['years', { 2025: 'Agree', 2026: 'Disagree' }],
		['numbers among others', { count: 2, 1: { name: 'x' } }],
		['IDs of digits', { entry_1738: 'x', entry_1739: 'y' }],
		['IDs of letters and digits', { k3f9x2: 'x', qwertz: 'y' }],
		['universally unique IDs', { '5f0c2a9e-8d1b-4c3a-9e7f-b2d4a6c8e0f1': { name: 'x' } }],
		['times', { '2026-03-10T09:30': 'x' }],
		['numbered rows', { row_1: { name: 'x' }, row_2: { name: 'y' } }],
	])('stays text if its parts are the rows of a list, called by %s', (_what, group) => {
		const data = { guests: group, order: { rows: group, note: 'z' } };

		expect(columns(data, COLUMNS_FOR_PARTS)).toEqual([
			['guests', JSON.stringify(group)],
			['order rows', JSON.stringify(group)],
			['order note', 'z'],
		]);
	});

	it.each([COLUMNS_FOR_PARTS, { groups: 'text' } as const])(
		'is shown as a list if it is one with a hole, as PHP writes it (%j)',
		(look) => {
			const data = { a: { 0: 'x', 2: 'z' }, b: { 0: { c: 1 }, 3: { c: 2 } }, d: { 0: '', 1: 'y' } };

			expect(columns(data, look)).toEqual([
				['a', 'x, z'],
				['b', '[{"c":1},{"c":2}]'],
				['d', 'y'],
			]);
		},
	);

	it.each([COLUMNS_FOR_PARTS, { groups: 'text' } as const])(
		'is shown as a list if it is one without its first option, or with one that was written (%j)',
		(look) => {
			const data = {
				a: { 1: 'B' },
				b: { 1: 'A', 12: 'B' },
				c: { 0: 'A', other: 'C' },
				d: { other: 'C' },
			};

			expect(columns(data, look)).toEqual([
				['a', 'B'],
				['b', 'A, B'],
				['c', 'A, C'],
				['d', 'C'],
			]);
		},
	);

	it('has true and false in the columns of boxes, and in one column the names of those ticked', () => {
		const data = { contact: { email: true, phone: false, post: true } };

		expect(columns(data, COLUMNS_FOR_PARTS)).toEqual([
			['contact email', true],
			['contact phone', false],
			['contact post', true],
		]);
		for (const look of [{ groups: 'text' } as const, { fields: ['contact'] }]) {
			expect(columns(data, look)).toEqual([['contact', 'email, post']]);
		}
	});

	it('has a column for a part called "other" beside others with names', () => {
		expect(columns({ a: { city: 'x', other: 'y' } }, COLUMNS_FOR_PARTS)).toEqual([
			['a city', 'x'],
			['a other', 'y'],
		]);
	});

	it('has plain names for them, too', () => {
		const look = { ...COLUMNS_FOR_PARTS, names: 'plain' } as const;

		expect(columns({ row: { number: 1 }, 'Full name': { '1st': 'x' }, i: { d: 1 } }, look)).toEqual(
			[
				['field_row_number', 1],
				['Full_name_1st', 'x'],
				['i_d', 1],
			],
		);
	});

	it('reads the deepest nesting, and keeps as text what would take all memory', () => {
		const nested = (levels: number, beside = '') =>
			parsed(`${`{${beside}"a":`.repeat(levels)}1${'}'.repeat(levels)}`);

		expect(columns({ x: nested(20_000) }, COLUMNS_FOR_PARTS)).toEqual([
			[`x${' a'.repeat(20_000)}`, 1],
		]);
		expect(columns({ x: nested(300, '"b":1,') }, COLUMNS_FOR_PARTS)).toHaveLength(301);
		expect(
			columns({ x: nested(20_000, '"b":1,') }, COLUMNS_FOR_PARTS).map(([name]) => name),
		).toEqual(['x']);
	});

	it('loses nothing that was submitted', () => {
		const data = fc.dictionary(
			fc.string({ maxLength: 3 }),
			fc.anything({ values: [fc.uuid()], maxDepth: 3, withNullPrototype: false }),
			{ noNullPrototype: true },
		);
		fc.assert(
			fc.property(data, fc.constantFrom('plain', 'asInForm'), (fields, names) => {
				const ids = JSON.stringify(fields).match(/[\da-f-]{36}/g) ?? [];
				const row = JSON.stringify(columns(fields, { ...COLUMNS_FOR_PARTS, names }));

				expect(ids.filter((id) => !row.includes(id))).toEqual([]);
			}),
			randomCases(200, 5_000),
		);
	});

	it('has columns that depend on no other field', () => {
		const name = fc.oneof(
			fc.string({ maxLength: 3 }),
			fc.constantFrom('a', 'a b', 'b', 'id', 'Id', '🙂'),
		);
		const value = fc.oneof(
			fc.uuid(),
			fc.dictionary(name, fc.uuid(), { maxKeys: 3, noNullPrototype: true }),
		);
		const data = fc.dictionary(name, value, { noNullPrototype: true });
		const look = fc.record({
			names: fc.constantFrom('plain' as const, 'asInForm' as const),
			escapeFormulas: fc.boolean(),
		});
		fc.assert(
			fc.property(data, look, (fields, chosen) => {
				const names = (of: object) =>
					columns(of, { ...COLUMNS_FOR_PARTS, ...chosen }).map(([column]) => column);
				const alone = Object.entries(fields).flatMap(([field, entered]) =>
					names({ [field]: entered }),
				);

				expect(new Set(names(fields))).toEqual(new Set(alone));
			}),
			randomCases(300, 5_000),
		);
	});
});

describe('a form of which a part of a group is chosen', () => {
	const data = { 'Full name': { first: 'x', last: { of: 'y' } }, 'full name': 'z' };

	it.each(['text', 'columns'] as const)(
		'has it under its name, whatever becomes of groups (%s)',
		(groups) => {
			const fields = ['Full name last of', 'FULL NAME FIRST', 'Full name'];

			expect(columns(data, { fields, groups })).toEqual([
				['Full name last of', 'y'],
				['FULL NAME FIRST', 'x'],
				['Full name', '{"first":"x","last":{"of":"y"}}'],
			]);
			expect(columns({}, { fields, groups })).toEqual(fields.map((field) => [field, null]));
		},
	);
});
