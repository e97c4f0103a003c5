import type { IDataObject } from 'n8n-workflow';

import { emulator, formId, runNode, useActionNode } from './actionNode';

const MANY = { resource: 'submission', operation: 'getAll', returnAll: true };

describe('a column for each entry of a list', () => {
	useActionNode({ limitPerWindow: 1_000_000 });

	/** The newest comes first, as in the output. */
	const submit = (...newestFirst: unknown[]) => {
		for (const data of newestFirst.reverse()) {
			emulator.addSubmission({ formId, data: data as IDataObject });
		}
	};

	const run = async (options: object = {}, more: object = {}, kind?: 'formSubmissionsTool') =>
		await runNode(
			{ ...MANY, ...more, options: { lists: 'columns', columns: [], ...options } },
			{ kind },
		);

	it('is true or false, and null where the field is missing, in each row of the form', async () => {
		submit(
			{ name: 'Ada', topics: ['Billing', 'Support'], note: 'x' },
			{ name: 'Bob', note: 'y' },
			{ name: 'Cid', topics: [], note: '' },
			{ name: 'Dot', topics: ['Sales', 'Billing'], note: '' },
			{ name: 'Eve', topics: null, note: '' },
		);

		const { rows, hints } = await run();

		const columns = ['name', 'topics Billing', 'topics Support', 'topics Sales', 'note'];
		expect(rows.map((row) => Object.keys(row))).toEqual(rows.map(() => columns));
		expect(rows.map((row) => Object.values(row))).toEqual([
			['Ada', true, true, false, 'x'],
			['Bob', null, null, null, 'y'],
			['Cid', false, false, false, ''],
			['Dot', true, false, true, ''],
			['Eve', null, null, null, ''],
		]);
		expect(hints).toEqual([]);
	});

	it('is one text unless it is asked for', async () => {
		submit({ topics: ['Billing', 'Support'] });

		expect((await runNode({ ...MANY, options: { columns: [] } })).rows).toEqual([
			{ topics: 'Billing, Support' },
		]);
		expect((await run({ lists: 'text' })).rows).toEqual([{ topics: 'Billing, Support' }]);
	});

	it.each<[string, unknown[], object]>([
		['of a form that numbers them', [{ 1: 'B' }, { 0: 'A', other: 'C' }], { A: 1, B: 1, C: 1 }],
		['of JSON text', ['["A","B"]', '["A"]', ''], { A: 2, B: 1 }],
		['of options', [[{ id: 7, value: 'meat' }], [{ id: 8, label: 'Fish' }]], { meat: 1, Fish: 1 }],
		['and of a text among lists', [['A', 'B'], 'B', 'C'], { A: 1, B: 2, C: 1 }],
		['as they are seen', [['A '], ['A\u200b', 'a']], { A: 2, a: 1 }],
		['of ticked boxes', [{ 101: true, 102: false }, { 102: true }], { 101: 1, 102: 1 }],
	])('has those %s', async (_what, values, expected) => {
		submit(...values.map((q) => ({ q })));

		const { rows } = await run();

		const counts = Object.fromEntries(
			Object.keys(rows[0] ?? {}).map((column) => [
				column.replace(/^q /, ''),
				rows.filter((row) => row[column] === true).length,
			]),
		);
		expect(counts).toEqual(expected);
	});

	it('is what ticked boxes have anyway, and have, too, where groups are text', async () => {
		submit({ contact: { email: true, phone: false } }, { contact: { email: false, phone: true } });

		const expected = [
			{ 'contact email': true, 'contact phone': false },
			{ 'contact email': false, 'contact phone': true },
		];
		expect((await run()).rows).toEqual(expected);
		expect((await run({ groups: 'text' })).rows).toEqual(expected);
	});

	it('has plain names, apart even if entries differ in case alone', async () => {
		submit({ 'My topics': ['Ästhetik & Co.', 'red', 'Red'] });

		const columns = Object.keys((await run({ names: 'plain' })).rows[0] ?? {});

		expect(columns).toEqual([
			'My_topics_Asthetik__and__Co',
			'My_topics_red',
			expect.stringMatching(/^My_topics_Red_[a-z0-9]{6}$/),
		]);
	});

	it('stands where its field was chosen', async () => {
		submit({ a: ['x'], b: 1 }, { b: 2 });

		expect((await run({ fields: ['b', 'a', 'c'] })).rows.map(Object.entries)).toEqual([
			[
				['b', 1],
				['a x', true],
				['c', null],
			],
			[
				['b', 2],
				['a x', null],
				['c', null],
			],
		]);
	});

	it('loses nothing of a field that is called like it', async () => {
		submit({ a: ['x', 'y'], 'a x': 'mine' }, { 'a y': 'mine', a: ['x'] });

		expect((await run()).rows).toEqual([
			{ 'a x': 'true, mine', 'a y': true },
			{ 'a x': true, 'a y': 'mine, false' },
		]);
	});

	it('is of each form by itself', async () => {
		const other = emulator.addForm({ name: 'Other' });
		submit({ q: ['a'] });
		emulator.addSubmission({ formId: other.id, data: { q: ['b'] } });
		emulator.addSubmission({ formId: other.id, data: { q: 'c', r: 'not a list' } });

		expect((await run()).rows).toEqual([
			{ 'q b': false, 'q c': true, r: 'not a list' },
			{ 'q b': true, 'q c': false, r: null },
			{ 'q a': true },
		]);
	});

	it('is none of a field with more than 100 entries, which a hint says', async () => {
		const few = Array.from({ length: 100 }, (_, at) => `f${at}`);
		submit({ few, many: [...few, 'one more'] }, { few: [], many: ['-a', 'b'] });

		const { rows, hints } = await run({ escapeFormulas: true });

		expect(Object.keys(rows[0] ?? {})).toHaveLength(101);
		expect(rows[1]?.many).toBe("'-a, b");
		expect(hints).toEqual(['A list with more than 100 different entries stays text: "many".']);
	});

	it.each<[string, unknown[], unknown[]]>([
		['the list is of objects', [[{ a: 1 }], ['b']], ['[{"a":1}]', 'b']],
		['a visitor wrote what looks like a list', ['["a"]', 'Hello'], ['a', 'Hello']],
		['no list has an entry', [[], ['']], ['', '']],
	])('is none where %s', async (_what, values, cells) => {
		submit(...values.map((q) => ({ q })));

		expect((await run()).rows.map(({ q }) => q)).toEqual(cells);
	});

	it('is one, whether an entry came in a list or alone, with formulas escaped', async () => {
		submit({ q: ['-5 %', 'b'] }, { q: '-5 %' });

		const { rows } = await run({ escapeFormulas: true });

		expect(rows).toEqual([
			{ "q '-5 %": true, 'q b': true },
			{ "q '-5 %": true, 'q b': false },
		]);
	});

	it('is none of a column that several fields share', async () => {
		submit({ 'my topics': ['a'], 'My-topics': 'x', 'my-topics': ['b'] });

		const row = (await run({ names: 'plain' })).rows[0] ?? {};

		expect(row.my_topics).toBe('a, b');
	});

	it('is none with Simplify off, nor for a model, which reads a row at a time', async () => {
		submit({ q: ['a', 'b'] });

		expect((await run({}, {}, 'formSubmissionsTool')).rows[0]).toMatchObject({ q: 'a, b' });
		expect((await run({}, { simplify: false })).rows[0]?.data).toEqual({ q: ['a', 'b'] });
	});

	it('finds, and counts, the same as the other operations', async () => {
		submit({ q: ['A', 'B'] }, { q: { 0: 'A', other: 'C' } }, { q: 'B' }, {});
		const { rows } = await run();
		const count = { resource: 'submission', operation: 'countByAnswer', fieldName: 'q' };

		for (const { answer, count: ofAnswer } of (await runNode(count)).rows) {
			const ticked = rows.filter((row) =>
				answer === null ? row['q A'] === null : row[`q ${String(answer)}`] === true,
			);
			expect(ticked).toHaveLength(Number(ofAnswer));
		}
	});
});

describe('plain names that differ in case alone', () => {
	useActionNode();

	const many = { ...MANY, options: { names: 'plain', columns: [] } };

	it('are apart, in whatever order submissions come', async () => {
		emulator.addSubmission({ formId, data: { ID: 1, id: 2, Name: 'Ada', name: 'Bob' } });
		emulator.addSubmission({ formId, data: { name: 'Cid' } });
		emulator.addSubmission({ formId, data: { Name: 'Dot' } });

		const { rows } = await runNode(many);

		const columns = Object.keys(rows[0] ?? {});
		expect(new Set(columns.map((column) => column.toLowerCase())).size).toBe(4);
		expect(columns).toEqual(expect.arrayContaining(['field_id', 'name']));
		const capital = columns.find((column) => /^Name_/.test(column)) ?? '';
		expect(rows.map((row) => [row.name, row[capital]])).toEqual([
			[null, 'Dot'],
			['Cid', null],
			['Bob', 'Ada'],
		]);
	});

	it('are those of a page, and of one submission, too', async () => {
		const { id } = emulator.addSubmission({ formId, data: { Name: 'Ada', name: 'Bob' } });

		const get = { ...many, operation: 'get', submissionId: id };
		const page = { ...many, operation: 'getPage', pageSize: 10 };

		const [row] = (await runNode(many)).rows;
		expect((await runNode(get)).rows).toEqual([row]);
		expect((await runNode(page)).rows[0]?.submissions).toEqual([row]);
	});
});
