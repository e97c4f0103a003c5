import fc from 'fast-check';

import {
	DEFAULT_COLUMNS,
	COLUMNS,
	RESERVED,
} from '../../../nodes/FormSubmissions/rows/columnNames';
import {
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
	simplifySubmission({ ...LOOK, ...look })({ ...SUBMISSION, ...changes } as Submission, 'Contact');

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

	it.each([
		[{ data: { _test: true } }, true],
		[{ data: { _test: '1' } }, true],
		[{ _test: true }, true],
		[{ meta: { _test: true } }, true],
		[{ data: { _test: 'false' } }, false],
		[{ data: { _test: 0 } }, false],
		[{ data: ['_test'], meta: null }, false],
		[{}, false],
	])('says of %j whether it is a test, if that is asked for', (changes, isTest) => {
		expect(simplify(changes, { columns: ['isTest'] })).toMatchObject({ isTest });
		expect(simplify(changes)).not.toHaveProperty('isTest');
	});

	it('has every column whatever the submission lacks', () => {
		const row = simplifySubmission(LOOK)({ id: 'sub_1' }, null);

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

				expect(Object.keys(simplify({ data: fields }, look))).not.toContain('error');
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
			['isTest', false],
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
		const separators = ['-', '.', ' '];
		const apart = (at: number) => at.toString(3).replace(/./g, (digit) => separators[+digit] ?? '');
		const data = Object.fromEntries(
			Array.from({ length: 50_000 }, (_, at) => [`a${apart(at)}b`, at]),
		);

		expect(String(columns(data, PLAIN)[0]?.[1]).split(', ')).toHaveLength(50_000);
	});
});
