import fc from 'fast-check';

import { escapeFormula, escapeColumn } from '../../../nodes/FormSubmissions/rows/cells';
import { randomCases } from '../../support/search';

describe('a cell', () => {
	it.each(['+5', '-5', '-.5', '+,75', '-5.', '-1e5', '-1E-10', '+12,5e12', 'a\n-5', 'a=1', ''])(
		'is left as it is if no line is more than a plain number: %j',
		(text) => {
			expect(escapeFormula(text)).toBe(text);
		},
	);

	it.each([
		...['=1+1', '@A1', '+1x', '-a', '-', '--5', '\t', '＝1', '＋1', '－1', '＠sum', '\n x', '=-5'],
		...['-1-1', '-.', '-e5', '-1e', '-1.2.3', '+49 170', '-5 ', '=1\nb'],
	])('is escaped if it begins like a formula, and is no plain number: %j', (text) => {
		expect(escapeFormula(text)).toBe(`'${text}`);
	});

	it.each([
		['a\n=1+1', "a\n'=1+1"],
		['=1\n@b\n-5', "'=1\n'@b\n-5"],
		['a\n- b', "a\n'- b"],
		['a\n\t=1', "a\n'\t'=1"],
		['a\r\n\r\n=1', "a\n\n'=1"],
	])('is escaped in each line: %j', (text, escaped) => {
		expect(escapeFormula(text)).toBe(escaped);
	});

	it.each([
		['x;=1+1', "x;'=1+1"],
		['x\t=1', "x\t'=1"],
		['x,@A1', "x,'@A1"],
		['x,＝1', "x,'＝1"],
		['x;"=1', 'x;"\'=1'],
		['x,"-a', 'x,"\'-a'],
		['x;\t=1', "x;'\t'=1"],
		['=1;=2\n;=3', "'=1;'=2\n;'=3"],
		['x\n"=1', 'x\n"\'=1'],
		['x;-5+cmd', "x;'-5+cmd"],
		// Where semicolons separate, a comma may be in a number.
		['x;-5,6+cmd', "x;'-5,6+cmd"],
		['x;-5,=1', "x;'-5,'=1"],
	])('is escaped where another list separator would begin a cell: %j', (text, escaped) => {
		expect(escapeFormula(text)).toBe(escaped);
	});

	it.each([
		...['x; =1', 'x, =1', 'x;" =1', 'a\t\tb', 'a, b', '"=1', 'x;""=1', 'x:=1'],
		...['48.1,-11.5', '1;-2;+3', '1,-2,3', 'x;"-5";y', 'x\t-5\ty'],
	])('is left as it is where none begins, or a plain number does: %j', (text) => {
		expect(escapeFormula(text)).toBe(text);
	});

	it.each([
		['a\rb', 'a\nb'],
		['a\r=1', "a\n'=1"],
		['\r=1', "'\n'=1"],
	])('has no carriage return, which n8n would write without quotes: %j', (text, escaped) => {
		expect(escapeFormula(text)).toBe(escaped);
	});

	it.each([-5, -0.5, 0, true, false, null])('is left as it is if it is not text: %s', (value) => {
		expect(escapeFormula(value)).toBe(value);
	});
});

describe('the head of a column', () => {
	it.each([
		['=1', "'=1"],
		["'=1", "''=1"],
		["'a", "'a"],
		["a'=1", "a'=1"],
		["-1'0", "'-1'0"],
		["a\n'=1", "a\n''=1"],
		['a;=1', "a;'=1"],
		["a,'=1", "a,''=1"],
		['a,"=1', 'a,"\'=1'],
		['a\r=1', "a\n'=1"],
		['a\r\nb', 'a\r\nb'],
	])('%j becomes %j', (column, head) => {
		expect(escapeColumn(column)).toBe(head);
	});

	it('is never that of another column, but for the kind of a line break', () => {
		const column = fc.string({
			unit: fc.constantFrom(...["'", '=', '-', '1', '\n', '\r\n', '\t', ' ', ';', ',', '"']),
			maxLength: 7,
		});
		fc.assert(
			fc.property(column, column, (one, other) => {
				expect(escapeColumn(one) === escapeColumn(other)).toBe(one === other);
			}),
			randomCases(200, 20_000),
		);
	});
});
