import type { IDataObject } from 'n8n-workflow';
import type { NodeKind } from '../../support/n8n';
import { changeKey, emulator, formId, requested, runNode, useActionNode } from './actionNode';

describe('the rows of submissions', () => {
	let kind: NodeKind;
	let hints: string[];

	useActionNode();

	beforeEach(() => {
		[kind, hints] = ['formSubmissions', []];
	});

	type Run = (parameters?: object, timezone?: string) => Promise<IDataObject[]>;

	const run = async (operation: string, parameters: object, timezone?: string) => {
		const all = { resource: 'submission', operation, ...parameters };
		const output = await runNode(all, { kind, timezone });
		hints.push(...output.hints);
		return output.rows;
	};
	const getAll: Run = async (parameters = {}, timezone) =>
		await run('getAll', parameters, timezone);
	const getPage: Run = async (parameters = {}, timezone) => {
		const [page] = await run('getPage', parameters, timezone);
		return (page?.submissions ?? []) as IDataObject[];
	};
	const get: Run = async (parameters = {}, timezone) => {
		const submissionId = { __rl: true, mode: 'id', value: 'sub_1' };
		return await run('get', { submissionId, ...parameters }, timezone);
	};

	const asked = () => requested('/v1/forms');
	const chosen = (cachedResultName: string) => ({
		formId: { __rl: true, mode: 'list', value: formId, cachedResultName },
	});

	describe.each<[string, Run]>([
		['Get', get],
		['Get Many', getAll],
		['Get Page', getPage],
	])('of %s', (_name, rowsOf) => {
		it('have the chosen fields, times, and escaping', async () => {
			emulator.addSubmission({
				formId,
				id: 'sub_1',
				data: { a: '=1', b: ['x', 'y'] },
				createdAt: '2026-03-10T12:00:00Z',
			});
			const fields = ['b', 'missing', 'a'];

			const [row = {}] = await rowsOf(
				{ options: { fields, times: 'local', escapeFormulas: true } },
				'Asia/Tokyo',
			);

			expect(Object.entries(row).slice(0, 4)).toEqual([
				['submittedAt', '2026-03-10 21:00:00'],
				['b', 'x, y'],
				['missing', null],
				['a', "'=1"],
			]);
		});

		it.each([
			['chosen', ['ip', 'id', 'createdAt'], ['message', 'ip', 'createdAt', 'id']],
			['in text', 'IP, formid', ['message', 'ip', 'formId']],
			['of a list that an expression returns', '={{ ["status"] }}', ['message', 'status']],
			['none', [], ['message']],
		])('have the service columns that are %s, and no others', async (_what, columns, expected) => {
			emulator.addSubmission({ formId, id: 'sub_1', data: { message: 'Hi' } });

			const [row = {}] = await rowsOf({ options: { columns } });

			expect(Object.keys(row)).toEqual(expected);
			expect(asked()).toBe(0);
		});

		it.each([
			[
				['b', 'nmae', 'missing'],
				[
					'None of the submissions returned has a field named "nmae" or "missing". Their fields are: "b", "E-Mail".',
					"The submissions returned also have fields that aren't chosen in 'Form Field Names or IDs': \"E-Mail\".",
				],
			],
			[
				['E-Mail'],
				[
					"The submissions returned also have fields that aren't chosen in 'Form Field Names or IDs': \"b\".",
				],
			],
			[['b', 'E-Mail'], []],
			[undefined, []],
		])('with the fields %j chosen come with the hints %j', async (fields, expected) => {
			emulator.addSubmission({ formId, id: 'sub_1', data: { b: null, 'E-Mail': 'a' } });

			await rowsOf({ options: { fields } });
			await rowsOf({ options: { fields }, simplify: false });

			expect(hints).toEqual(expected);
		});

		it.each([
			[['Full name first'], ['"Full name last", "b"']],
			[['Full name'], ['"b"']],
			[['b'], ['"Full name"']],
			[['b', 'full name LAST', 'Full name first'], []],
		])(
			'with %j chosen, name the other parts of a group only if one of them is chosen',
			async (fields, others) => {
				const data = { 'Full name': { first: 'x', last: 'y' }, b: 1 };
				emulator.addSubmission({ formId, id: 'sub_1', data });

				await rowsOf({ options: { fields } });

				expect(hints).toEqual(
					others.map((names) => expect.stringContaining(`: ${names}.`) as unknown),
				);
			},
		);

		it('have plain names, and columns for the parts of groups', async () => {
			emulator.addSubmission({ formId, id: 'sub_1', data: { 'Full name': { first: 'x' } } });

			const [row = {}] = await rowsOf({ options: { names: 'plain', groups: 'columns' } });

			expect(Object.keys(row)).toEqual([
				...['submittedAt', 'Full_name_first', 'formName', 'status', 'spamScore'],
				...['tags', 'files', 'submissionId', 'formId'],
			]);
		});

		it('in which fields share a column come with a hint that names it', async () => {
			emulator.addSubmission({ formId, id: 'sub_1', data: { 'A b': 'x', 'A-b': '' } });

			const [row = {}] = await rowsOf({ options: { names: 'plain' } });

			expect(row).toMatchObject({ A_b: 'x, ' });
			expect(hints).toEqual([
				expect.stringMatching(/ share a column.*: "A_b" \(of the fields "A b", "A-b"\)\. For a/),
			]);
		});

		it('name whole fields in a hint, and none twice', async () => {
			const question = 'How often in the last twelve months did you make use of it?';
			const names = [`${question} [A]`, `${question} [B]`, 'x', 'x\u200b', 'y'.repeat(9_000)];
			const data = Object.fromEntries(names.map((name) => [name, 1]));
			emulator.addSubmission({ formId, id: 'sub_1', data });

			await rowsOf({ options: { fields: ['nmae'] } });

			expect(hints[0]).toMatch(
				new RegExp(
					`fields are: "${question} \\[A\\]", "${question} \\[B\\]", "x", and more\\.$`.replaceAll(
						'?',
						'\\?',
					),
				),
			);
		});

		it('name at most twenty fields in a hint', async () => {
			const names = Array.from({ length: 21 }, (_, number) => `field ${number}`);
			const data = Object.fromEntries(names.map((name) => [name, 1]));
			emulator.addSubmission({ formId, id: 'sub_1', data });

			await rowsOf({ options: { fields: ['nmae'] } });

			expect(hints[0]).toMatch(/Their fields are: "field 0", .*"field 19", and more\.$/);
			expect(hints[1]).toMatch(/aren't chosen in .*: "field 0", .*"field 19", and more\.$/);
		});

		it('with local times come with a hint that names the zone', async () => {
			emulator.addSubmission({ formId, id: 'sub_1' });

			await rowsOf({ options: { times: 'iso' } }, 'Asia/Tokyo');
			expect(hints).toEqual([]);
			await rowsOf({ options: { times: 'local' } }, 'Asia/Tokyo');
			expect(hints).toEqual([
				expect.stringMatching(
					/^Times are in the workflow's time zone, Asia\/Tokyo \(⋯ &#62; Settings\)\. .*form fields stay as/,
				),
			]);
		});

		it('have the chosen fields if a model wrote them as JSON text', async () => {
			emulator.addSubmission({ formId, id: 'sub_1', data: { n: 1, zip: '0123' } });

			const [row = {}] = await rowsOf({ options: { fields: '["zip","n"]', columns: [] } });

			expect(Object.entries(row)).toEqual([
				['zip', '0123'],
				['n', 1],
			]);
		});

		it('have the chosen fields if a person spelled them otherwise, unless one is spelled exactly so', async () => {
			emulator.addSubmission({ formId, id: 'sub_1', data: { 'E-Mail': 1, name: 2, NAME: 3 } });
			const fields = ['e-mail\u200b', 'NAME', 'Name'];

			const [row = {}] = await rowsOf({ options: { fields, columns: [] } });

			expect(Object.entries(row)).toEqual([
				['e-mail\u200b', 1],
				['NAME', 3],
				['Name', 2],
			]);
			expect(hints).toEqual([]);
		});

		it.each([[['name']], [['name', 'x']]])(
			'have the first of those that are spelled otherwise (chosen: %j)',
			async (fields) => {
				emulator.addSubmission({ formId, id: 'sub_1', data: { NAME: 1, Name: 2 } });

				expect(await rowsOf({ options: { fields, columns: [] } })).toMatchObject([{ name: 1 }]);
			},
		);

		it('name the form', async () => {
			emulator.addSubmission({ formId, id: 'sub_1' });

			expect((await rowsOf())[0]?.formName).toBe('Contact');
		});

		it('are as the service sent them when Simplify is off, and need no form name', async () => {
			const submission = emulator.addSubmission({ formId, id: 'sub_1' });

			expect(await rowsOf({ simplify: false })).toEqual([submission]);
			expect(asked()).toBe(0);
		});
	});

	describe('of Get Many in which fields share a column', () => {
		const hintOf = async (data: object[], options: object) => {
			for (const one of data) emulator.addSubmission({ formId, data: { ...one } });
			const parameters = { resource: 'submission', returnAll: true, options };
			const all = await runNode({ ...parameters, operation: 'getAll' });
			return all.hints.filter((hint) => hint.includes('share a column'));
		};

		it.each<[string, object[], object, string]>([
			[
				'whose names differ in what separates words',
				[{ 'E-mail': 'a', 'E mail': '' }],
				{ names: 'plain' },
				'"E_mail" (of the fields "E-mail", "E mail")',
			],
			[
				'in two submissions',
				[{ Größe: 'a' }, { Grosse: 'b' }],
				{ names: 'plain' },
				'"Grosse" (of the fields "Grosse", "Größe")',
			],
			[
				'one of which is a part of a group',
				[{ 'Address city': 'a', Address: { city: 'b' } }],
				{},
				'"Address city" (of the fields "Address city")',
			],
		])('come with a hint: those %s', async (_what, data, options, words) => {
			const hints = await hintOf(data, options);

			expect(hints).toEqual([expect.stringContaining(`: ${words}. For a column each,`)]);
		});

		it('name as many of them as there is room for', async () => {
			const long = (at: number) => `${at}`.repeat(290);
			const names = [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((at) => [`a ${long(at)}`, `a-${long(at)}`]);

			const [hint = ''] = await hintOf([Object.fromEntries(names.map((name) => [name, 'x']))], {
				names: 'plain',
			});

			expect(hint).toContain(long(7));
			expect(hint).not.toContain(long(8));
			expect(hint).toContain('; and more. For a column each,');
		});

		it.each<[string, object[], object]>([
			['as in the form', [{ 'E-mail': 'a', 'E mail': '' }], {}],
			['that differ in more', [{ C: 1, 'C#': 2, '😀': 3, '😡': 4 }], { names: 'plain' }],
			['with groups as text', [{ 'A b': 'a', A: { b: 'b' } }], { groups: 'text' }],
		])('come with none: those %s', async (_what, data, options) => {
			expect(await hintOf(data, options)).toEqual([]);
		});

		it('come with none if they are of two forms', async () => {
			const other = emulator.addForm({ name: 'Other' }).id;
			emulator.addSubmission({ formId: other, data: { 'E mail': 'a' } });

			expect(await hintOf([{ 'E-mail': 'a' }], { names: 'plain' })).toEqual([]);
		});
	});

	describe('of Get Many, with names that other nodes of n8n misread', () => {
		const MISREAD = expect.stringMatching(
			/^n8n's nodes Aggregate, Edit Fields, .* misread names .*: "Tel\. no\."\. .*option 'Column Names'\.$/,
		) as unknown;

		it.each(['a.b', 'a,b', 'a[0]', 'a]', '{a', 'a}', ' a', 'a\n'])(
			'come with a hint about %j',
			async (name) => {
				emulator.addSubmission({ formId, data: { [name]: 1, 'a b': 1, 'Full name (x)': 2 } });

				await getAll({ options: { columns: [] } });

				expect(hints).toEqual([expect.stringMatching(/misread names .*: "[^"]*"\. To/)]);
				expect(hints[0]).not.toContain('a b');
			},
		);

		it('come with one hint, however many rows and input items there are', async () => {
			for (let each = 0; each < 3; each++)
				emulator.addSubmission({ formId, data: { 'Tel. no.': each } });

			const parameters = { resource: 'submission', operation: 'getAll' };
			const output = await runNode(parameters, { items: [{}, {}] });

			expect(output.hints).toEqual([MISREAD, expect.stringMatching(/^Ran once for each of 2 /)]);
		});

		it.each([
			['Column Names was added', { options: { names: 'plain' } }],
			['it was added, and names are as in the form', { options: { names: 'asInForm' } }],
			['none of them is shown', { options: { fields: ['a'] } }],
			['rows are as the service sent them', { simplify: false }],
		])('come without it if %s', async (_what, parameters) => {
			emulator.addSubmission({ formId, data: { 'Tel. no.': 1, a: 1 } });

			await getAll(parameters);

			expect(hints.filter((hint) => hint.includes('misread'))).toEqual([]);
		});

		it('say that they are not aligned if a form has more than 500 columns in all', async () => {
			const data = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`f${at}`, at]));
			emulator.addSubmission({ formId, data });

			await getAll({ options: { names: 'plain' } });
			await getAll({ options: { names: 'plain', fields: Object.keys(data) } });

			expect(hints).toEqual([
				expect.stringMatching(/^The rows of a form with more than 500 columns/),
			]);
		});
	});

	describe.each<[string, Run]>([
		['Get Many', getAll],
		['Get Page', getPage],
	])('of %s', (_name, rowsOf) => {
		it('use the name from the list where the service does not return its forms', async () => {
			emulator.addSubmission({ formId });
			changeKey(emulator.addKey({ scopes: ['submissions:read'] }));

			expect((await rowsOf(chosen('Contact us')))[0]?.formName).toBe('Contact us');
			expect((await rowsOf(chosen('Contact (test mode)')))[0]?.formName).toBeNull();
		});

		it('come with no hint about columns if there are none', async () => {
			await rowsOf({ options: { fields: ['a'], times: 'local' } });

			expect(hints.filter((hint) => !/^No submissions were found/.test(hint))).toEqual([]);
		});
	});

	it.each(['getAll', 'getPage', 'get'])(
		'of %s, to a model, are followed by a line about chosen fields that none has',
		async (operation) => {
			emulator.addSubmission({ formId, id: 'sub_1', data: { b: 1 } });
			kind = 'formSubmissionsTool';
			const submissionId = { __rl: true, mode: 'id', value: 'sub_1' };

			const options = { fields: ['nmae'], times: 'local' };
			const rows = await run(operation, { submissionId, options });

			// Not by one about columns: the model didn't choose them.
			const note =
				'None of the submissions returned has a field named "nmae". Their fields are: "b".';
			expect(rows.slice(1)).toEqual([{ note }]);
			expect(hints).toEqual([]);
		},
	);
});
