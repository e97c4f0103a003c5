import fc from 'fast-check';

import { matcherFor, matchingField } from '../../../nodes/FormSubmissions/api/fieldMatch';
import type { Submission, SubmissionPage } from '../../../nodes/FormSubmissions/api/types';

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

	it.each([undefined, null, 'a', ['a'], 5])('not if its data are %j', (data) => {
		expect(has(data, '0', 'a')).toBe(false);
	});

	it('whatever else is in the list, and in whatever order', () => {
		const entries = fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null)));

		fc.assert(
			fc.property(entries, fc.string(), entries, (before, value, after) => {
				const data = { field: [...before, value, ...after] };

				expect(has(data, 'field', ` ${value} `)).toBe(true);
			}),
		);
	});
});

describe('the pages of a walk', () => {
	async function* pagesOf(...pages: Submission[][]): AsyncGenerator<SubmissionPage> {
		for (const submissions of pages) yield { submissions, nextCursor: 'next' };
	}
	const [a, b] = [submission({ x: 'a' }), submission({ x: 'b' })];

	it('keep only submissions that match, in their order, and their cursors', async () => {
		const pages = [];
		for await (const page of matchingField(pagesOf([a, b], [b], [a]), { name: 'x', value: 'a' })) {
			pages.push(page);
		}

		expect(pages.map(({ submissions }) => submissions)).toEqual([[a], [], [a]]);
		expect(pages.every(({ nextCursor }) => nextCursor === 'next')).toBe(true);
	});

	it('are the same without such a filter', async () => {
		for await (const page of matchingField(pagesOf([a, b]), undefined)) {
			expect(page.submissions).toEqual([a, b]);
		}
	});
});
