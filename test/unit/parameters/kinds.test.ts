import {
	boolean,
	choice,
	choices,
	collection,
	wholeNumber,
} from '../../../nodes/FormSubmissions/parameters/kinds';
import { enter } from './enter';

const declared = { displayName: 'Revision', name: 'revision', description: '' };
const options = ['formId', 'tags'].map((value) => ({ name: value, value }));

const NUMBER = wholeNumber({ ...declared, default: 7, min: 1 });
const UP_TO_100 = wholeNumber({ ...declared, default: 7, min: 1, max: 100 });
const ON = boolean({ ...declared, default: true });
const OFF = boolean({ ...declared, default: false });
const CHOICE = choice({
	...declared,
	options: { formId: { name: 'formId' }, tags: { name: 'tags' } },
	default: 'tags',
});
const CHOICES = choices({ ...declared, options, default: [] });
const COLLECTION = collection({ ...declared, parameters: { isOn: ON } });

const EMPTY = [undefined, null, '', '  '];

describe('what a person, an expression, or a model enters', () => {
	it.each([
		['a whole number', NUMBER, 7],
		['a switch that is on', ON, true],
		['a switch that is off', OFF, false],
		['a choice', CHOICE, 'tags'],
		['several choices', CHOICES, undefined],
	])('is the default of %s if it is empty', (_kind, field, expected) => {
		for (const value of EMPTY) expect(enter<unknown>(field, value)).toBe(expected);
	});

	it.each([
		['a whole number', NUMBER, 2, [2, '2', ' 2 ', '+2', '002']],
		['a whole number without bounds', NUMBER, 2 ** 53 - 1, [String(2 ** 53 - 1)]],
		['a whole number within bounds', UP_TO_100, 100, [100]],
		['a switch', OFF, true, [true, 'true', ' TRUE ', 1, '1']],
		['a switch', ON, false, [false, 'false', 'False', 0, '0']],
		['a choice', CHOICE, 'formId', ['formId']],
		['no choices', CHOICES, undefined, [[], ',']],
		['one of several choices', CHOICES, ['tags'], ['tags', ['tags', 'tags']]],
		['several choices', CHOICES, ['tags', 'formId'], ['["tags","formId"]', ' Tags ,FORMID']],
	])('is read as %s', (_kind, field, expected, values) => {
		for (const value of values) expect(enter<unknown>(field, value)).toEqual(expected);
	});

	it.each([
		[
			'a whole number',
			NUMBER,
			/^'Revision' is ".*", which isn't allowed\. Use a whole number of 1 or more\.$/,
			[0, -1, 2.5, '2.5', '1e3', '0x10', 'two', NaN, Infinity, 2 ** 60, true, [2], { a: 1 }],
		],
		[
			'a whole number within bounds',
			UP_TO_100,
			/^'Revision' is "101", which isn't allowed\. Use a whole number from 1 to 100\.$/,
			[101],
		],
		[
			'a switch',
			ON,
			/^'Revision' is ".*", which is not true or false\. Use true or false\.$/,
			['yes', 'off', 2, -1, [], [true], {}, { value: true }],
		],
		[
			'a choice',
			CHOICE,
			/^'Revision' is ".*", which isn't one of its options\. Use one of: formId, tags\.$/,
			['c', 'TAGS', 1, ['tags'], {}],
		],
		['a collection', COLLECTION, /^'Revision' is ".*", which isn't an object/, ['a', 5, [], [{}]]],
		['a switch, in full', ON, /^'Revision' is "1 \[2Jab"/, ['1\n\u001b[2J\u202eab\0']],
		['a switch, in full', ON, /^'Revision' is "x(😀){49}…"/u, [`x${'😀'.repeat(100)}`]],
	])(
		'is not read as %s: the error quotes it and says what to enter',
		(_kind, field, message, values) => {
			for (const value of values) expect(() => enter<unknown>(field, value)).toThrow(message);
		},
	);

	it.each([
		['tags, ips', 'ips'],
		[['tags', 'tag'], 'tag'],
		[['tags', ''], ''],
		[5, '5'],
		[[null], 'null'],
		[['tags', ['formId', 'x']], '["formId","x"]'],
	])(
		'is not read as several choices from %j: the error names what is unknown',
		(value, unknown) => {
			expect(() => enter(CHOICES, value)).toThrow(
				`'Revision' contains "${unknown}", which isn't one of its options. Use any of: formId, tags, several`,
			);
		},
	);
});
