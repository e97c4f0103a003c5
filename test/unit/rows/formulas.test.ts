import fc from 'fast-check';

import { escapeFormula, escapeHead } from '../../../nodes/FormSubmissions/rows/formulas';

describe('a cell', () => {
	it.each(['+5', '-5', '-.5', '-.25', '+,75', '-5.', '-1e5', '-1e+10', '-1E-10', '+12,5e12'])(
		'is left as it is if it is a plain number: %s',
		(text) => {
			expect(escapeFormula(text)).toBe(text);
		},
	);

	it.each(['-1-1', '+1x', '-.', '-e5', '-1e', '-1e+', '-1.2.3', '+49 170', '=-5'])(
		'is escaped if it only begins like a number: %s',
		(text) => {
			expect(escapeFormula(text)).toBe(`'${text}`);
		},
	);

	it.each([-5, -0.5, 0, true, false, null])('is left as it is if it is not text: %s', (value) => {
		expect(escapeFormula(value)).toBe(value);
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
	])('%s becomes %s', (column, head) => {
		expect(escapeHead(column)).toBe(head);
	});

	it('is never that of another column', () => {
		const column = fc.string({ unit: fc.constantFrom("'", '=', '-', '1', 'a'), maxLength: 6 });
		fc.assert(
			fc.property(column, column, (one, other) => {
				expect(escapeHead(one) === escapeHead(other)).toBe(one === other);
			}),
		);
	});
});
