import fc from 'fast-check';

import { escapeFormula, escapeColumn } from '../../../nodes/FormSubmissions/rows/formulas';
import { randomCases } from '../../support/search';

describe('a cell', () => {
	it.each([
		...['+5', '-5', '-.5', '-.25', '+,75', '-5.', '-1e5', '-1e+10', '-1E-10', '+12,5e12'],
		...[' -5', '\u00a0+5'],
	])('is left as it is if it is a plain number: %s', (text) => {
		expect(escapeFormula(text)).toBe(text);
	});

	it.each([
		...[
			'=1+1',
			'@A1',
			'+1x',
			'-a',
			'-',
			'--5',
			'\t',
			'＝1',
			'＋1',
			'－1',
			'＠sum',
			'"=1+1',
			' =1+1',
			'" "=1+1',
			'\u00a0@A1',
			'"-5',
			'\n x',
		],
		...['-1-1', '-.', '-e5', '-1e', '-1e+', '-1.2.3', '+49 170', '=-5'],
	])('is escaped if it begins like a formula, and at most like a number: %j', (text) => {
		expect(escapeFormula(text)).toBe(`'${text}`);
	});

	it.each([
		['a\n=1+1', "a\n'=1+1"],
		['a\n=1\n@b', "a\n'=1\n'@b"],
		['a;=1+1', "a;'=1+1"],
		['a\t+1x', "a\t'+1x"],
		['\n=1', "'\n'=1"],
		['a;-cmd', "a;'-cmd"],
		['a\n- cmd(1)', "a\n'- cmd(1)"],
		["a\n- cmd|' /C calc'!A0", "a\n'- cmd|' /C calc'!A0"],
		['a\n- =1', "a\n'- =1"],
		['a\n=1- b', "a\n'=1- b"],
		['a;"=1+1;b', 'a;\'"=1+1;b'],
		['a;""=1+1', 'a;\'""=1+1'],
		['a; =1+1;b', "a;' =1+1;b"],
		['a;" "+1+1"', 'a;\'" "+1+1"'],
		['a\n"@A1', 'a\n\'"@A1'],
		['a\t "-1-1', 'a\t\' "-1-1'],
		['a\n  - cmd(1)', "a\n'  - cmd(1)"],
		['a\n- b, cmd(1)', "a\n'- b, cmd(1)"],
		['a,=1+1', "a,'=1+1"],
		['a, "=1+1,b', 'a,\' "=1+1,b'],
		['a,-cmd(1)', "a,'-cmd(1)"],
		["a,@b|' /C calc'!A0", "a,'@b|' /C calc'!A0"],
		['a,b;=1,=2', "a,b;'=1,'=2"],
		// With a separator of its own within, so that it ends later where another one counts.
		["a\t- {1;2}*cmd|'/C calc'!A0", "a\t'- {1;2}*cmd|'/C calc'!A0"],
		['a;- {1\t2}*cmd(1)', "a;'- {1\t2}*cmd(1)"],
		["a\n- {1;2}*cmd|'/C calc'!A0\nb", "a\n'- {1;2}*cmd|'/C calc'!A0\nb"],
		["a\n+1\t*cmd|' /C calc'!A0", "a\n'+1\t*cmd|' /C calc'!A0"],
		['a;+1\t*cmd(1)', "a;'+1\t*cmd(1)"],
		['a;\t+1\t*cmd(1)', "a;'\t+1\t*cmd(1)"],
		['a;\t- \tcmd(1)', "a;'\t- \tcmd(1)"],
	])('is escaped wherever a spreadsheet may begin another cell: %j', (text, escaped) => {
		expect(escapeFormula(text)).toBe(escaped);
	});

	it.each([
		...['a\n- tables\n- chairs', 'a\n+ one more', 'a;-5', 'a\n+49170123', 'a=1; b=2', '1;2'],
		...['a\n  - tables\n  - chairs', 'a; -5', '"a" = b', 'a;"b"', "a;'=1", '"', ' ', 'a, b=1'],
		...['Hi, -20% today', 'At 9, @home', 'Call me, +49 170 1234', 'a, - b', 'a,b,c', '1,2'],
		...['a (b)\n- c; d\n(e)', 'a\n- b; - c\n\n- d', 'a;-5;b(c)', 'a;- b;c(d)', 'a\n\t- b'],
	])('is left as it is if its lines hold no formula: %j', (text) => {
		expect(escapeFormula(text)).toBe(text);
	});

	it.each([
		['a\rb', 'a\nb'],
		['a\r\nb', 'a\nb'],
		['a\r=1', "a\n'=1"],
		['\r=1', "'\n'=1"],
		['a\r\r\nb', 'a\n\nb'],
	])('has no carriage return, which n8n would write without quotes: %j', (text, escaped) => {
		expect(escapeFormula(text)).toBe(escaped);
	});

	it.each([-5, -0.5, 0, true, false, null])('is left as it is if it is not text: %s', (value) => {
		expect(escapeFormula(value)).toBe(value);
	});
});

describe('text, as a spreadsheet with any separator divides it into cells', () => {
	const unit = fc.constantFrom(
		...['=', '-', '+', '@', '1', '\n', '\t', '\r', ' ', '"', ...',;(|a'],
	);
	const NUMBER = /^\s*[+-][\d.]*,?\d*(e[+-]?\d+)?$/;
	const CALL = /[(|=]/;

	it.each([',', ';', '\t'])('with %j, has no formula but what calls nothing', (separator) => {
		const isHarmless = (cell: string, isAfterComma: boolean) =>
			NUMBER.test(cell) || ((isAfterComma || /^\s*[+-]\s/.test(cell)) && !CALL.test(cell));
		const isFormula = (cell: string, index: number) =>
			/^[\s"]*[=+\-@]/.test(cell) && !isHarmless(cell, separator === ',' && index > 0);

		fc.assert(
			fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
				const lines = String(escapeFormula(text)).split('\n');
				expect(lines.flatMap((line) => line.split(separator).filter(isFormula))).toEqual([]);
			}),
			randomCases(5_000),
		);
	});
});

describe('the head of a column', () => {
	it.each([
		['=1', "'=1"],
		["'=1", "''=1"],
		["''=1", "'''=1"],
		["'a", "'a"],
		["a'=1", "a'=1"],
		["-1'0", "'-1'0"],
		['a', 'a'],
		['a\n=1', "a\n'=1"],
		["a\n'=1", "a\n''=1"],
		['a\r=1', 'a␍r=1'],
		['\r=1', '␍r=1'],
		['a␍b', 'a␍␍b'],
	])('%j becomes %j', (column, head) => {
		expect(escapeColumn(column)).toBe(head);
	});

	it('is never that of another column', () => {
		const column = fc.string({
			unit: fc.constantFrom(...["'", '=', '-', '1', '\n', '\r', '␍', 'r', ' ', '"', ',', ';', '(']),
			maxLength: 7,
		});
		fc.assert(
			fc.property(column, column, (one, other) => {
				expect(escapeColumn(one) === escapeColumn(other)).toBe(one === other);
			}),
			randomCases(20_000),
		);
	});

	it('never shares its escaped form with another that has the apostrophe already', () => {
		expect(escapeColumn("a,'=b")).not.toBe(escapeColumn('a,=b'));
	});
});
