import fc from 'fast-check';

import { toCell, toFilesCell } from '../../../nodes/FormSubmissions/rows/cells';
import { randomCases } from '../../support/search';

/** What PostgreSQL doesn't store as text. */
const REFUSED = /\0|\p{Surrogate}/u;

/** Whether it would refuse the cell as `jsonb`, which reads the escapes in it. */
const refusedIn = (cell: unknown) => REFUSED.test(textsIn(JSON.parse(String(cell))).join('\n'));

function textsIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [String(value)];
	return Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)]);
}

describe('a cell', () => {
	it.each(['text', '', 5, 0, -99_999_999_999, 123_456_789_012.5, true, false, null])(
		'is %j unchanged',
		(value) => {
			expect(toCell(value)).toBe(value);
		},
	);

	it.each([
		['nothing', undefined, null],
		['a whole number of 12 digits', -100_000_000_000, '-100000000000'],
		['an empty list', [], ''],
		['a list of an empty text', [''], ''],
		['a list of empty entries', [null, ''], ''],
		['a list of one number', [5], '5'],
		['a list of plain values', ['a', 5, true, null, 'b'], 'a, 5, true, , b'],
		['a list with blank ends', ['', null, 'Red', '', 'Blue', ' '], 'Red, , Blue'],
		['a list of one behind a blank', ['', 'Red'], 'Red'],
		['a list of one with blanks in it', ['', ' Red '], ' Red '],
		['a list with a comma in it', ['Me, myself and I', 'Wait'], 'Me, myself and I; Wait'],
		['a list of one with a comma', ['Me, myself and I'], 'Me, myself and I'],
		['a list with both separators in it', ['a, b; c', 'd'], '["a, b; c","d"]'],
		['a list with an object in it', ['a', { b: 1 }], '["a",{"b":1}]'],
		['a list of lists', [[1], [2]], '[[1],[2]]'],
		['an object', { street: 'x' }, '{"street":"x"}'],
		['an empty object', {}, '{}'],
	])('of %s is text or empty', (_name, value, cell) => {
		expect(toCell(value)).toBe(cell);
	});

	it('of an extremely nested value is a note, so that other rows are not lost', () => {
		const nested = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown;

		expect(toCell(nested)).toBe('[nested too deeply to show]');
		expect(toFilesCell([{ size: nested }])).toBe('[nested too deeply to show]');
	});

	it.each([
		['half an emoji at the end', 'Hi \ud83d', 'Hi \ufffd'],
		['half an emoji at the beginning', '\ude00 Hi', '\ufffd Hi'],
		['halves in the wrong order', '\ude00\ud83d', '\ufffd\ufffd'],
		['a whole emoji', 'Hi 😀', 'Hi 😀'],
		['NUL', 'a\0b\0', 'a␀b␀'],
		['both in a list', ['\0', '\ud83d', 1], '␀, \ufffd, 1'],
		['both in an object', { '\0': ['\ud83d', '😀'] }, '{"␀":["\ufffd","😀"]}'],
		['their escapes as text in an object', ['\\u0000\\\0', {}], '["\\\\u0000\\\\␀",{}]'],
	])('of text that databases refuse holds signs for it: %s', (_what, value, cell) => {
		expect(toCell(value)).toBe(cell);
	});

	it('of any value is well-formed text without NUL, also for a database that reads the JSON', () => {
		const unit = fc.constantFrom('\0', '\ud83d', '\ude00', '\\', 'u0000', 'd83d');
		const text = fc.string({ unit });
		const value = fc.oneof(text, fc.array(text), fc.dictionary(text, fc.array(text)));
		fc.assert(
			fc.property(value, text, (one, url) => {
				expect(REFUSED.test(String(toCell(one)))).toBe(false);
				expect(REFUSED.test(String(toFilesCell([{ url }, url])))).toBe(false);
				expect(refusedIn(toCell({ one }))).toBe(false);
			}),
			randomCases(100),
		);
	});
});

describe('the cell of files', () => {
	it.each([
		['none', [], ''],
		['one with an address', [{ name: 'cv.pdf', url: 'https://x/cv' }], 'https://x/cv'],
		['one with a name', [{ name: 'cv.pdf', url: '', size: 5 }], 'cv.pdf'],
		['one with neither', [{ key: 'a' }], '{"key":"a"}'],
		['one whose name is not text', [{ name: 5 }], '{"name":5}'],
		['several', [{ url: 'u' }, { name: 'n' }, { k: 1 }, 'text'], 'u, n, {"k":1}, text'],
		['several, one with a comma', [{ name: 'a, b.pdf' }, { name: 'c.pdf' }], 'a, b.pdf; c.pdf'],
		['addresses as text', ['a', 'b'], 'a, b'],
		['an object in place of a list', { url: 'u' }, 'u'],
		['text in place of a list', 'u', 'u'],
		['nothing', undefined, null],
		['a whole number of 12 digits', -100_000_000_000, '-100000000000'],
	])('shows what there is: %s', (_name, files, cell) => {
		expect(toFilesCell(files)).toBe(cell);
	});
});
