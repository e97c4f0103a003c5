import type { IDataObject } from 'n8n-workflow';
import { emulator, formId, runNode, useActionNode } from './actionNode';

const NONE = { columns: [] };

describe('the rows of Submission: Get Many', () => {
	useActionNode({ limitPerWindow: 1_000_000 });

	/** The newest is the last. */
	const submit = (...all: IDataObject[]) => {
		for (const data of all) emulator.addSubmission({ formId, data });
	};

	const rows = async (parameters: object = {}, kind?: 'formSubmissionsTool') => {
		const all = { resource: 'submission', operation: 'getAll', options: NONE, ...parameters };
		return (await runNode(all, { kind })).rows;
	};
	const columns = async (parameters?: object, kind?: 'formSubmissionsTool') =>
		(await rows(parameters, kind)).map((row) => Object.keys(row).join(' '));

	it('all have the fields that any of them has', async () => {
		submit({ name: 'Ada', email: 'ada@example.com' }, { name: 'Bob', phone: '1' });

		expect((await rows()).map((row) => Object.entries(row))).toEqual([
			[
				['name', 'Bob'],
				['email', null],
				['phone', '1'],
			],
			[
				['name', 'Ada'],
				['email', 'ada@example.com'],
				['phone', null],
			],
		]);
	});

	it.each<[string, string[], string]>([
		['after the field that precedes it there', ['a b c d', 'a c d'], 'a b c d'],
		['after it, even if it is the last one there', ['a b', 'a c d'], 'a b c d'],
		['first, if it is the first one there', ['b c', 'a c'], 'b a c'],
		['between those of several rows', ['a b', 'b c', 'a c'], 'a b c'],
		['as in the newest row, if rows disagree', ['a c b d', 'b a d', 'a b d'], 'a c b d'],
		['after the numbers, which come first', ['x 10 2 y', 'x y'], '2 10 x y'],
	])('have a field that is missing where others have it: %s', async (_where, forms, expected) => {
		submit(...forms.map((names) => Object.fromEntries(names.split(' ').map((name) => [name, 1]))));

		expect(new Set(await columns())).toEqual(new Set([expected]));
	});

	it('have those of their own form, wherever they stand', async () => {
		const other = emulator.addForm().id;
		emulator.addSubmission({ formId: other, data: { a: 1, b: 2 } });
		submit({ x: 1, y: 2 });
		emulator.addSubmission({ formId: other, data: { b: 2 } });
		submit({ x: 1 });

		expect(await columns()).toEqual(['x y', 'a b', 'x y', 'a b']);
	});

	it('have the same in the other order, and across pages', async () => {
		submit({ a: 1, b: 2 }, ...Array<IDataObject>(150).fill({ b: 1 }));

		const all = { returnAll: true, options: { ...NONE, order: 'oldestFirst' } };

		expect(new Set(await columns(all))).toEqual(new Set(['a b']));
	});

	it('have them under the names that spreadsheets show', async () => {
		submit({ '=x': 1, id: 2 }, { y: 3 });

		expect(await columns({ options: { columns: ['id'], escapeFormulas: true } })).toEqual([
			"'=x field_id y id",
			"'=x field_id y id",
		]);
	});

	it.each([1, 60])(
		'have one for a group whose parts are called otherwise in each submission (%i a submission)',
		async (perSubmission) => {
			const name = (at: number) =>
				[...String(at)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
			for (let at = 0; at < 60; at++) {
				const names = Array.from({ length: perSubmission }, (_, part) => name(at * 100 + part));
				const guests = Object.fromEntries(names.map((one) => [one, { diet: 'x' }]));
				emulator.addSubmission({ formId, data: { guests, Name: { first: 'y', last: 'z' } } });
			}

			expect(new Set(await columns({ returnAll: true }))).toEqual(
				new Set(['guests Name first Name last']),
			);
		},
	);

	it('have many where all submissions have the same parts', async () => {
		const parts = Array.from({ length: 60 }, (_, at) => 'x'.repeat(at + 1));
		for (let at = 0; at < 60; at++) {
			const matrix = Object.fromEntries(parts.slice(at % 40).map((part) => [part, 1]));
			emulator.addSubmission({ formId, data: { matrix } });
		}

		expect((await columns({ returnAll: true }))[0]?.split('matrix')).toHaveLength(61);
	});

	it('have the parts of groups where other rows have them', async () => {
		submit({ a: { x: 1, y: 2 }, b: 1 }, { a: { y: 2 }, b: 1 });

		const all = await columns({ options: { ...NONE, groups: 'columns', names: 'plain' } });

		expect(all).toEqual(['a_x a_y b', 'a_x a_y b']);
	});

	it('have only what was submitted for a model, and with chosen fields only these', async () => {
		submit({ a: 1 }, { b: 1 });

		expect(await columns({}, 'formSubmissionsTool')).toEqual(['b', 'a']);
		expect(await columns({ options: { ...NONE, fields: ['b', 'c'] } })).toEqual(['b c', 'b c']);
	});

	it('are as the service sent them with Simplify off', async () => {
		const older = emulator.addSubmission({ formId, data: { a: 1 } });
		const newer = emulator.addSubmission({ formId, data: { b: 1 } });

		const sent = JSON.stringify(await rows({ simplify: false }));
		expect(sent).toBe(JSON.stringify([newer, older]));
	});

	it('have what was submitted if the form has more than 500 fields in all', async () => {
		const fields = Array.from({ length: 500 }, (_, index) => [`f${index}`, 1] as const);
		submit(Object.fromEntries(fields), { other: 1 });

		expect((await rows()).map((row) => Object.keys(row).length)).toEqual([1, 500]);

		const thousands = Array.from({ length: 50_000 }, (_, index) => [`g${index}`, 1] as const);
		submit(Object.fromEntries(thousands));
		expect((await rows()).map((row) => Object.keys(row).length)).toEqual([50_000, 1, 500]);
	});
});
