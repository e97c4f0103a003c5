import fc from 'fast-check';

import { addFormFields } from '../../../nodes/FormSubmissions/rows/formFields';
import { simplifySubmission } from '../../../nodes/FormSubmissions/rows/submissionRow';
import type { Submission } from '../../../nodes/FormSubmissions/api/types';

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

const simplify = (changes: object) =>
	simplifySubmission({ ...SUBMISSION, ...changes } as Submission);

/** Data as it comes over the wire, where `__proto__` is a name like any other. */
const parsed = (json: string): unknown => JSON.parse(json);

describe('a simplified row', () => {
	it('has the columns of the service first, then the fields of the form', () => {
		expect(Object.entries(simplify({}))).toEqual([
			['id', 'sub_1'],
			['formId', 'frm_1'],
			['submittedAt', '2026-03-10T12:00:00.000Z'],
			['status', 'new'],
			['spamScore', 0.1],
			['tags', 'a, b'],
			['files', [{ name: 'cv.pdf' }]],
			['ip', '203.0.113.7'],
			['email', 'visitor@example.com'],
		]);
	});

	it.each([
		['first.name', 'a dot'],
		['first name', 'a space'],
		[' ', 'nothing but a space'],
		['', 'no letters at all'],
		['🙂', 'an emoji'],
		['花屋', 'another alphabet'],
		['0', 'a number'],
		['toString', 'the name of a method'],
		['hasOwnProperty', 'the name of another method'],
		['field_x', 'our own prefix'],
		['ID', 'a reserved name in other letters'],
		['createdAt', 'a name that only the raw form has'],
	])('keeps the field name %p (%s)', (name) => {
		const row = simplify({ data: { [name]: 'value' } });

		expect(row).toEqual({ ...simplify({ data: {} }), [name]: 'value' });
	});

	it.each([
		'id',
		'formId',
		'formName',
		'submittedAt',
		'status',
		'spamScore',
		'tags',
		'files',
		'ip',
		'__proto__',
		'constructor',
		'prototype',
	])('has the form field %p under field_%s, and its own column as it was', (name) => {
		const row = simplify({ data: parsed(`{"${name}":"mine"}`) });

		expect(row[`field_${name}`]).toBe('mine');
		expect(Object.keys(row)).not.toContain('__proto__');
		expect({ ...row, [`field_${name}`]: undefined }).toEqual(simplify({ data: {} }));
	});

	it('gives way further where the form has such a field, too', () => {
		const row = simplify({ data: { id: 1, field_id: 2, field_field_id: 3 } });

		expect(row).toMatchObject({ id: 'sub_1', field_id: 2, field_field_id: 3 });
		expect(row.field_field_field_id).toBe(1);
	});

	it('changes no prototype', () => {
		const row = simplify({ data: parsed('{"__proto__":{"polluted":true},"constructor":1}') });

		expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
		expect((row as { polluted?: unknown }).polluted).toBeUndefined();
		expect(row.field___proto__).toEqual({ polluted: true });
	});

	it.each([[['a', 'b']], [{ street: 'x' }], [null], [0], [false], ['']])(
		'keeps the value %j of a field as it is',
		(value) => {
			expect(simplify({ data: { answer: value } }).answer).toEqual(value);
		},
	);

	it.each([[['a', 'b']], ['text'], [5], [false], [0], ['']])(
		'shows data that is no object, %j, as field_data',
		(data) => {
			expect(simplify({ data }).field_data).toEqual(data);
		},
	);

	it.each([[null], [undefined], [{}]])('has no fields where the data is %j', (data) => {
		expect(Object.keys(simplify({ data }))).toHaveLength(8);
	});

	it.each([
		[[], ''],
		[['a'], 'a'],
		[['a', 'b', 'c'], 'a, b, c'],
		[
			[{ name: 'x' }, 'y'],
			[{ name: 'x' }, 'y'],
		],
		[
			['x', 5],
			['x', 5],
		],
		['x', 'x'],
		[null, null],
		[undefined, undefined],
	])('has the tags %j as %j', (tags, shown) => {
		expect(simplify({ tags }).tags).toEqual(shown);
	});

	it.each([[undefined], [null], [{}], ['x'], [{ ip: null }]])(
		'takes the time of creation where meta is %j',
		(meta) => {
			expect(simplify({ meta }).submittedAt).toBe(SUBMISSION.createdAt);
		},
	);

	it('loses no field of any form and no two of them in one column', () => {
		const name = fc.oneof(
			fc.string(),
			fc.constantFrom('id', 'field_id', 'field_field_id', 'tags', 'field_tags', 'constructor'),
		);
		fc.assert(
			fc.property(fc.dictionary(name, fc.uuid(), { noNullPrototype: true }), (data) => {
				const values = Object.values(addFormFields({}, data));
				expect(values.sort()).toEqual(Object.values(data).sort());
			}),
		);
	});

	it('leaves the submission as it was', () => {
		const before = JSON.stringify(SUBMISSION);
		simplifySubmission(SUBMISSION as Submission);

		expect(JSON.stringify(SUBMISSION)).toBe(before);
	});
});

describe('a simplified row with chosen fields', () => {
	const columns = (data: unknown, fields: string[]) =>
		Object.entries(simplifySubmission({ ...SUBMISSION, data } as Submission, fields)).slice(8);

	it('has exactly these, in this order, and null where one is missing', () => {
		expect(columns({ a: 1, b: '', c: [1] }, ['c', 'missing', 'b'])).toEqual([
			['c', [1]],
			['missing', null],
			['b', ''],
		]);
	});

	it.each([null, undefined, 'text', [1], {}])('has them where the data is %j', (data) => {
		expect(columns(data, ['a', 'toString'])).toEqual([
			['a', null],
			['toString', null],
		]);
	});

	it('names one that is called like a column of the service as every row does', () => {
		const data = parsed('{"id":1,"__proto__":2,"field_id":3}');

		expect(columns(data, ['id', '__proto__'])).toEqual([
			['field_id', 1],
			['field___proto__', 2],
		]);
		expect(columns(data, ['id', 'field_id'])).toEqual([
			['field_field_id', 1],
			['field_id', 3],
		]);
	});

	it('has the same columns whatever was submitted', () => {
		fc.assert(
			fc.property(
				fc.dictionary(fc.string(), fc.jsonValue()),
				fc.uniqueArray(fc.constantFrom('id', 'field_id', 'tags', '__proto__', '', 'a.b', 'x')),
				(data, fields) => {
					const names = (of: unknown) => columns(of, fields).map(([name]) => name);

					expect(names(data)).toEqual(names({}));
					expect(new Set(names(data)).size).toBe(fields.length);
				},
			),
			{ numRuns: 300, seed: 20260310 },
		);
	});
});
