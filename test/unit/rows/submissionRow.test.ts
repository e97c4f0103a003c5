import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { DEFAULT_COLUMNS, COLUMNS, RESERVED } from '../../../nodes/FormSubmissions/rows/columns';
import {
	rowShape,
	simplifyDelivery,
	simplifySubmission,
	type RowLook,
} from '../../../nodes/FormSubmissions/rows/submissionRow';
import type { Submission } from '../../../nodes/FormSubmissions/api/types';
import { randomCases } from '../../support/search';

const SUBMISSION = {
	id: 'sub_1',
	formId: 'frm_1',
	createdAt: '2026-03-10T12:00:01.000Z',
	status: 'new',
	spamScore: 0.1,
	tags: ['a', 'b'],
	files: [{ name: 'cv.pdf' }],
	meta: { submittedAt: '2026-03-10T12:00:00.000Z', ip: '203.0.113.7' },
	data: { email: 'visitor@example.com' },
};

const LOOK: RowLook = { columns: DEFAULT_COLUMNS, escapeFormulas: false };

const simplify = (changes: object, look: Partial<RowLook> = {}) =>
	simplifySubmission(
		{ ...SUBMISSION, ...changes } as Submission,
		'Contact',
		rowShape({ ...LOOK, ...look }),
	);

/** The form's own fields in the row. */
function columns(data: unknown, look?: Partial<RowLook>) {
	return Object.entries(simplify({ data }, { ...look, columns: [] }));
}

/** Data as parsed from JSON, where `__proto__` is a name like any other. */
const parsed = (json: string): unknown => JSON.parse(json);

describe('a simplified row', () => {
	it('begins with when and what was submitted; then comes what the service knows about it', () => {
		expect(Object.entries(simplify({}))).toEqual([
			['submittedAt', '2026-03-10T12:00:00.000Z'],
			['email', 'visitor@example.com'],
			['formName', 'Contact'],
			['status', 'new'],
			['spamScore', 0.1],
			['tags', 'a, b'],
			['files', 'cv.pdf'],
			['id', 'sub_1'],
			['formId', 'frm_1'],
		]);
	});

	it('has every column whatever the submission lacks', () => {
		const row = simplifySubmission({ id: 'sub_1' }, null, rowShape(LOOK));

		expect(Object.entries(row)).toEqual([
			['submittedAt', null],
			['formName', null],
			['status', null],
			['spamScore', null],
			['tags', null],
			['files', null],
			['id', 'sub_1'],
			['formId', null],
		]);
	});

	it.each([...RESERVED])(
		'outputs the form field %p as field_%s, and its own column unchanged',
		(name) => {
			const row = simplify({ data: parsed(`{"${name}":"mine"}`) });

			expect(row[`field_${name}`]).toBe('mine');
			expect(Object.keys(row)).not.toContain('__proto__');
			expect({ ...row, [`field_${name}`]: undefined }).toEqual(simplify({ data: {} }));
		},
	);

	it.each([
		[['a', 'b'], 'a, b'],
		['text', 'text'],
		[false, false],
	])('outputs data that is not an object, %j, as field_data', (data, cell) => {
		expect(simplify({ data }).field_data).toEqual(cell);
	});

	it.each([[], '', null, undefined, {}].map((data) => [data]))(
		'has no field if data is %j, which may be how PHP writes an empty object',
		(data) => {
			expect(columns(data)).toEqual([]);
			expect(columns(data, { fields: ['a'] })).toEqual([['a', null]]);
			const delivery = { form: {}, submission: { id: 'sub_1', data } } as IDataObject;
			expect(Object.keys(simplifyDelivery(delivery, LOOK))).not.toContain('field_data');
		},
	);

	it.each([[undefined], [null], [{}], ['x'], [{ ip: null }]])(
		'uses the creation time if meta is %j',
		(meta) => {
			expect(simplify({ meta }).submittedAt).toBe(SUBMISSION.createdAt);
		},
	);

	it('has every field of any form in its own column, whatever other fields there are', () => {
		const name = fc.oneof(
			fc.string(),
			fc.constantFrom('id', 'field_id', 'field_field_id', 'tags', 'field_tags', 'constructor'),
			fc.constantFrom('=x', "'=x", '-5', "'-5", '@', 'field_=x'),
		);
		const data = fc.dictionary(name, fc.uuid(), { noNullPrototype: true });
		fc.assert(
			fc.property(data, fc.boolean(), (fields, escapeFormulas) => {
				const together = columns(fields, { escapeFormulas });
				const alone = Object.entries(fields).flatMap(([field, value]) =>
					columns({ [field]: value }, { escapeFormulas }),
				);

				expect(together.map(([, value]) => value).sort()).toEqual(Object.values(fields).sort());
				expect(new Map(together)).toEqual(new Map(alone));
			}),
			{ seed: 20260310 },
		);
	});

	it('never has a column for which n8n takes it for an item that failed', () => {
		const name = fc.oneof(fc.string(), fc.constantFrom('error', 'field_error', 'Error', "'error"));
		const data = fc.dictionary(name, fc.jsonValue());
		fc.assert(
			fc.property(data, fc.boolean(), fc.boolean(), (fields, escapeFormulas, areChosen) => {
				const chosen = areChosen ? ['error', ...Object.keys(fields)] : undefined;
				const look = { escapeFormulas, columns: COLUMNS, fields: chosen };
				const delivered = simplifyDelivery({ submission: { id: 'sub_1', data: fields } }, look);

				expect(Object.keys(simplify({ data: fields }, look))).not.toContain('error');
				expect(Object.keys(delivered)).not.toContain('error');
			}),
			randomCases(200, 5_000),
		);
	});

	it('consists only of cells, whatever was submitted', () => {
		fc.assert(
			fc.property(fc.jsonValue(), fc.jsonValue(), fc.boolean(), (data, value, escapeFormulas) => {
				const changes = { data, meta: value, tags: value, files: value, status: value };
				const look = { escapeFormulas, timeZone: 'Asia/Tokyo', columns: COLUMNS };
				const row = simplify(changes, look);
				const isCell = (cell: unknown) =>
					cell === null || ['string', 'number', 'boolean'].includes(typeof cell);

				expect(Object.values(row).filter((cell) => !isCell(cell))).toEqual([]);
			}),
			{ seed: 20260310 },
		);
	});
});

describe('a simplified row with chosen fields', () => {
	it('has exactly these, in this order, and null where one is missing', () => {
		expect(columns({ a: 1, b: '', c: [1, 2] }, { fields: ['c', 'missing', 'b'] })).toEqual([
			['c', '1, 2'],
			['missing', null],
			['b', ''],
		]);
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

describe('a simplified row for spreadsheets', () => {
	it('has them in every column that a visitor can fill, and in headings', () => {
		const row = simplify(
			{
				id: '=1',
				formId: '=1',
				tags: ['=1'],
				files: [{ name: '=1' }],
				status: '=1',
				meta: { ip: '=1', submittedAt: '=1' },
				data: { '=1': '=1' },
			},
			{ escapeFormulas: true, timeZone: 'UTC', columns: COLUMNS },
		);

		expect(
			Object.entries(row)
				.flat()
				.filter((cell) => String(cell).startsWith('=')),
		).toEqual([]);
		expect(row).toMatchObject({ "'=1": "'=1", files: "'=1", ip: "'=1", submittedAt: "'=1" });
	});
});

describe('a simplified row with plain names', () => {
	const PLAIN = { names: 'plain' } as const;

	it('has the service columns under names that data tables leave free', () => {
		expect(
			Object.entries(simplify({ data: { 'Full name': 'x' } }, { ...PLAIN, columns: COLUMNS })),
		).toEqual([
			['submittedAt', '2026-03-10T12:00:00.000Z'],
			['Full_name', 'x'],
			['formName', 'Contact'],
			['status', 'new'],
			['spamScore', 0.1],
			['tags', 'a, b'],
			['files', 'cv.pdf'],
			['ip', '203.0.113.7'],
			['receivedAt', SUBMISSION.createdAt],
			['submissionId', 'sub_1'],
			['formId', 'frm_1'],
		]);
	});

	it.each<[string, object, unknown]>([
		['both', { 'A b': 'x', c: 1, 'A-b': 'y' }, 'x, y'],
		['lists', { 'A b': ['x', 'y'], 'A-b': 'z', 'A.b': [5] }, 'x, y, z, 5'],
		['texts with commas', { 'A b': 'x, y', 'A-b': 'z' }, 'x, y; z'],
		['a list of groups and a text', { 'A b': [{ c: 1 }], 'A-b': 'z' }, '[{"c":1},"z"]'],
		['one alone, which stays what it is', { 'A b': 7 }, 7],
		['a blank one in between', { 'A b': 5, 'A-b': '', 'A.b': 4 }, '5, , 4'],
		['blank ones at both ends', { 'A b': '', 'A-b': 7, 'A.b': null, 'A,b': [] }, ', 7, , '],
		['a list of blank ones', { 'A b': ['', 'x'], 'A-b': '' }, ', x, '],
		['an empty text at most', { 'A b': null, 'A-b': '' }, ''],
		['nothing', { 'A b': null, 'A-b': null }, null],
	])('shares a column between fields whose names become one: what %s have', (_what, data, cell) => {
		const row = simplify({ data }, { ...PLAIN, columns: [] });

		expect(row.A_b).toEqual(cell);
		expect(Object.keys(row)[0]).toBe('A_b');
	});

	it('has them in the order chosen, and one column for those that share it', () => {
		const fields = ['b', 'A-b', 'A b', 'c'];

		expect(columns({ 'A b': 'x', 'A-b': 'y', b: 1 }, { ...PLAIN, fields })).toEqual([
			['b', 1],
			['A_b', 'y, x'],
			['c', null],
		]);
	});

	it('takes no longer where thousands of fields share a column', () => {
		const data = Object.fromEntries(
			Array.from({ length: 50_000 }, (_, at) => [
				`${'-'.repeat(at % 9)}a${'.'.repeat(at / 9)}`,
				at,
			]),
		);

		expect(String(columns(data, PLAIN)[0]?.[1]).split(', ')).toHaveLength(50_000);
	});
});

describe('a simplified row with a column for each part of a group', () => {
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
		['numbers', { 1: 'Agree', 2: 'Disagree' }],
		['numbers among others', { count: 2, 1: { name: 'x' } }],
		['IDs of digits', { entry_1738: 'x', entry_1739: 'y' }],
		['IDs of letters and digits', { k3f9x2: 'x', qwertz: 'y' }],
		['universally unique IDs', { '5f0c2a9e-8d1b-4c3a-9e7f-b2d4a6c8e0f1': { name: 'x' } }],
		['times', { '2026-03-10T09:30': true }],
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

describe('a simplified row with a chosen part of a group', () => {
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

describe('a simplified row of a delivery', () => {
	it('has the same names, and columns for parts', () => {
		const data = { 'Full name': { first: 'x' } };
		const look = { ...LOOK, names: 'plain', groups: 'columns' } as const;

		const row = simplifyDelivery({ submission: { id: 'sub_1', data } }, look);

		expect(row).toMatchObject({ Full_name_first: 'x', submissionId: 'sub_1' });
		expect(Object.keys(row)).not.toContain('id');
	});
});
