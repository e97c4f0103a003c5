import fc from 'fast-check';
import { isSafeObjectProperty } from 'n8n-workflow';

import { columnOf, COLUMNS, RESERVED } from '../../../nodes/FormSubmissions/rows/columnNames';
import { randomCases } from '../../support/search';

describe('the column of a form field', () => {
	it.each([
		['status', 'field_status'],
		['field_status', 'field_field_status'],
		['field_field_status', 'field_field_field_status'],
		['field_email', 'field_email'],
		['sfield_tatus', 'sfield_tatus'],
		['constructor', 'field_constructor'],
		['error', 'field_error'],
		['field_error', 'field_field_error'],
		['a\0', 'a␀0'],
		['a␀0', 'a␀␀0'],
		['\ud83d', '\ufffdd83d'],
		['\ufffdd83d', '\ufffd\ufffdd83d'],
	])('%s is %s', (field, column) => {
		expect(columnOf(field)).toBe(column);
	});

	it.each(['first.name', ' ', '', '🙂', '花屋', '0', 'ToString', 'field_x', 'ID', 'meta', 'Error'])(
		'%j has the same name',
		(field) => {
			expect(columnOf(field)).toBe(field);
		},
	);

	it('is never a name that every object has, or that n8n takes for itself', () => {
		const own = [...RESERVED].filter((name) => !isSafeObjectProperty(name));
		const names = [...Object.getOwnPropertyNames(Object.prototype), ...own, ...COLUMNS, 'error'];
		const ofNodes = ['json', 'binary', 'pairedItem', 'index', 'row_number'];

		// Those of the version that the tests use: n8n doesn't export the list.
		expect(own).toHaveLength(25);
		expect(
			[...names, ...ofNodes].map(columnOf).filter((column) => !/^field_/.test(column)),
		).toEqual([]);
	});

	it('is well-formed text without NUL, and never that of another field', () => {
		const field = fc.string({
			unit: fc.constantFrom('\0', '␀', '0', '\ud83d', '\ude00', '\ufffd', 'd83d', 'id', 'field_'),
			maxLength: 5,
		});
		fc.assert(
			fc.property(field, field, (one, other) => {
				expect(columnOf(one)).not.toMatch(/\0|\p{Surrogate}/u);
				expect(columnOf(one) === columnOf(other)).toBe(one === other);
			}),
			randomCases(200, 5_000),
		);
	});
});
