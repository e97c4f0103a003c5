import fc from 'fast-check';

import { toCell, toFilesCell } from '../../../nodes/FormSubmissions/rows/cells';

describe('a cell', () => {
	it.each(['text', '', 5, 0, true, false, null])('is %j unchanged', (value) => {
		expect(toCell(value)).toBe(value);
	});

	it.each([
		['nothing', undefined, null],
		['an empty list', [], ''],
		['a list of one number', [5], '5'],
		['a list of plain values', ['a', 5, true, null, 'b, c'], 'a, 5, true, , b, c'],
		['a list with an object in it', ['a', { b: 1 }], '["a",{"b":1}]'],
		['a list of lists', [[1], [2]], '[[1],[2]]'],
		['an object', { street: 'x' }, '{"street":"x"}'],
		['an empty object', {}, '{}'],
	])('of %s is text or empty', (_name, value, cell) => {
		expect(toCell(value)).toBe(cell);
	});

	it('of an extremely nested value is a note, so that other rows are not lost', () => {
		const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);

		expect(toCell(nested(100_000))).toBe('[nested too deeply to show]');
		expect(toFilesCell([{ size: nested(100_000) }])).toBe('[nested too deeply to show]');
		expect(toCell(nested(202))).toBe('[nested too deeply to show]');
		expect(toCell(nested(201))).toBe(`${'['.repeat(201)}${']'.repeat(201)}`);
		expect(toCell({ a: [null, { b: 'c' }], d: null })).toBe('{"a":[null,{"b":"c"}],"d":null}');
	});

	it('of an object can be read back', () => {
		fc.assert(
			fc.property(
				fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }),
				(value) => {
					expect(JSON.parse(String(toCell(value)))).toEqual(JSON.parse(JSON.stringify(value)));
				},
			),
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
		['addresses as text', ['a', 'b'], 'a, b'],
		['an object in place of a list', { url: 'u' }, 'u'],
		['text in place of a list', 'u', 'u'],
		['nothing', undefined, null],
	])('shows what there is: %s', (_name, files, cell) => {
		expect(toFilesCell(files)).toBe(cell);
	});
});
