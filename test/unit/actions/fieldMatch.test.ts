import { matcherFor } from '../../../nodes/FormSubmissions/actions/submission/fieldMatch';
import type { Submission } from '../../../nodes/FormSubmissions/api/types';

const submission = (data: unknown): Submission => ({
	id: 'sub_1',
	data: data as Submission['data'],
});

describe('a submission has a value in a form field', () => {
	const has = (data: unknown, name: string, value: string) =>
		matcherFor({ name, value })(submission(data));

	it.each<[string, unknown, string]>([
		['as it is', 'a@example.com', 'a@example.com'],
		['in another case', 'A@Example.com', 'a@EXAMPLE.com'],
		['with spaces around it', ' a\n', ' a '],
		['as a number', 7, '7'],
		['as true or false', true, 'TRUE'],
		['in a list', ['x', 'Y'], 'y'],
		['encoded otherwise', 'Jose\u0301', 'JOSÉ'],
		['as the row shows a list', ['a', 'b'], 'A, b'],
		['as the row shows a list with commas', ['Me, myself and I', 'Wait'], 'me, myself and I; wait'],
		['as the row shows an object', { a: 1 }, '{"a":1}'],
		['as the row shows it with Escape Formulas', '=1', "'=1"],
	])('%s', (_how, entered, wanted) => {
		expect(has({ field: entered }, 'field', wanted)).toBe(true);
	});

	it.each<[string, unknown, string]>([
		['it is only a part of another', 'ab', 'a'],
		['it differs by a space within', 'a b', 'ab'],
		['there is none', null, 'null'],
		['it is an object', { a: 1 }, '[object Object]'],
		['it is a list in a list', [['a']], 'a'],
	])('not if %s', (_how, entered, wanted) => {
		expect(has({ field: entered }, 'field', wanted)).toBe(false);
	});

	it.each([['Field'], ['field '], ['toString']])('not if the field is called %j', (name) => {
		expect(has({ field: 'a' }, name, 'a')).toBe(false);
		expect(has({}, name, String({}[name as never]))).toBe(false);
	});

	it('in any field, if none is named', () => {
		const hasAnywhere = (data: unknown) => matcherFor({ value: 'a' })(submission(data));

		expect(hasAnywhere({ x: 'b', y: ['c', 'A'] })).toBe(true);
		expect(hasAnywhere('a')).toBe(true);
		expect(hasAnywhere({ a: 'b', x: 'ab' })).toBe(false);
		expect(hasAnywhere(undefined)).toBe(false);
	});

	it.each([undefined, null, 'a', ['a'], 5])('not if its data are %j', (data) => {
		expect(has(data, '0', 'a')).toBe(false);
	});
});
