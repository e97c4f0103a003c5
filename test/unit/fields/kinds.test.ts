import type { Field } from '../../../nodes/FormSubmissions/fields/field';
import {
	boolean,
	choice,
	choices,
	collection,
	wholeNumber,
} from '../../../nodes/FormSubmissions/fields/kinds';
import { enter } from './enter';

const EMPTY = [undefined, null, '', '  '];
const declared = { displayName: 'Revision', name: 'revision', description: '' };

describe('a whole number', () => {
	const read = (value: unknown, max?: number) =>
		enter(wholeNumber({ ...declared, default: 7, min: 1, max }), value);

	it.each(EMPTY)('is the default if %j was entered', (value) => {
		expect(read(value)).toBe(7);
	});

	it.each([
		[2, 2],
		['2', 2],
		['3 ', 3],
		['+4', 4],
		['007', 7],
		[` ${Number.MAX_SAFE_INTEGER} `, Number.MAX_SAFE_INTEGER],
	])('is read from %j', (value, expected) => {
		expect(read(value)).toBe(expected);
	});

	it.each([0, -1, 2.5, '2.5', '1e3', '0x10', 'two', NaN, Infinity, 2 ** 60, true, [2], { a: 1 }])(
		'is not read from %p: the error names it and says what to enter',
		(value) => {
			expect(() => read(value)).toThrow(
				/^'Revision' is ".*", which isn't allowed\. Use a whole number of 1 or more\.$/,
			);
		},
	);

	it('stays within its bounds', () => {
		expect(read(100, 100)).toBe(100);
		expect(() => read(101, 100)).toThrow(
			/^'Revision' is "101", which isn't allowed\. Use a whole number from 1 to 100\.$/,
		);
	});
});

describe('a switch', () => {
	const read = (value: unknown, fallback = true) =>
		enter(boolean({ ...declared, default: fallback }), value);

	it.each(EMPTY)('is the default if %j was entered', (value) => {
		expect([read(value, true), read(value, false)]).toEqual([true, false]);
	});

	it.each([true, 'true', ' TRUE ', 1, '1'])('is on if %j was entered', (value) => {
		expect(read(value, false)).toBe(true);
	});

	it.each([false, 'false', 'False', 0, '0'])('is off if %j was entered', (value) => {
		expect(read(value, true)).toBe(false);
	});

	it.each(['yes', 'off', 2, -1, [], [true], {}, { value: true }])(
		'is not read from %j: the error names it and says what to enter',
		(value) => {
			expect(() => read(value)).toThrow(
				/^'Revision' is ".*", which is not true or false\. Use true or false\.$/,
			);
		},
	);
});

describe('a choice', () => {
	const options = ['a', 'b'].map((value) => ({ name: value.toUpperCase(), value }));
	const read = (value: unknown) => enter(choice({ ...declared, options, default: 'a' }), value);

	it('is one of the list, or the default if nothing was entered', () => {
		expect([read('b'), ...EMPTY.map(read)]).toEqual(['b', 'a', 'a', 'a', 'a']);
	});

	it.each(['c', 'A', 1, ['a'], {}])('is not read from %j', (value) => {
		expect(() => read(value)).toThrow(
			/^'Revision' is ".*", which isn't one of its options\. Use one of: a, b\.$/,
		);
	});
});

describe('several choices', () => {
	const options = ['formId', 'tags'].map((value) => ({ name: value, value }));
	const read = (value: unknown) => enter(choices({ ...declared, options, default: [] }), value);

	it.each([...EMPTY, [], ','])('are undefined if %j was entered', (value) => {
		expect(read(value)).toBeUndefined();
	});

	it.each([
		['tags', ['tags']],
		['["tags","formId"]', ['tags', 'formId']],
		[' Tags ,FORMID', ['tags', 'formId']],
		[
			['tags', 'formId', 'tags'],
			['tags', 'formId'],
		],
	])('are read from %j', (value, expected) => {
		expect(read(value)).toEqual(expected);
	});

	it.each([
		['tags, ips', 'ips'],
		[['tags', 'tag'], 'tag'],
		[['tags', ''], ''],
		[5, '5'],
		[true, 'true'],
		[[null], 'null'],
		[['tags', ['formId', 'x']], '["formId","x"]'],
	])('are not read from %j: the error names what is unknown', (value, unknown) => {
		expect(() => read(value)).toThrow(
			`'Revision' contains "${unknown}", which isn't one of its options. Use any of: formId, tags, several`,
		);
	});
});

describe('a collection', () => {
	const on = boolean({ displayName: 'On', name: 'on', default: true, ifLeftOut: false });
	const count = wholeNumber({ displayName: 'Count', name: 'count', default: 3, min: 1 });
	const field = collection({ ...declared, fields: { isOn: on, count } });

	it.each(['text', 5, true, [], [{}]])('is not read from %j', (value) => {
		expect(() => enter(field, value)).toThrow(/^'Revision' is ".*", which isn't an object/);
	});
});

describe('the error for a value', () => {
	it.each([
		['full of emoji', `x${'😀'.repeat(100)}`, /^'Revision' is "x(😀){49}"/u],
		['what a terminal obeys', '1\n\u001b[2J\u202eab\0', /^'Revision' is "1 \[2Jab"/],
	])('quotes what was entered, if it can be converted to text: %s', (_name, value, message) => {
		const field: Field<boolean> = boolean({ ...declared, default: true });

		expect(() => enter(field, value)).toThrow(message);
	});
});
