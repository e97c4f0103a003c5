import type { IDataObject } from 'n8n-workflow';

import type { NodeKind } from '../../support/n8n';
import { changeKey, emulator, runNode, useActionNode } from './actionNode';

const SUBMISSIONS = { resource: 'submission', operation: 'getAll' };
const PAGE = { resource: 'submission', operation: 'getPage' };
const ONE = { resource: 'submission', operation: 'get' };

const byId = (value: unknown) => ({ __rl: true, mode: 'id', value }) as IDataObject;

/** What a model may send, and what it is told to send instead. */
const REFUSED: Array<[string, IDataObject, RegExp]> = [
	['no form', { ...SUBMISSIONS, formId: byId('') }, /name or its ID.*Form > Get Many.*All Forms/],
	['all', { ...SUBMISSIONS, formId: byId('all') }, /"all"\..*For all forms, use All Forms\./],
	['a list as the form', { ...PAGE, formId: byId(['a']) }, /name or its ID.*Form > Get Many/],
	[
		'an unknown name',
		{ ...SUBMISSIONS, formId: byId('Nobody') },
		/"Nobody"\. The forms are: "Contact", "Twice \(frm_1\)", "Twice \(frm_2\)"\..*Form > Get Many/,
	],
	[
		'an unknown form',
		{ ...PAGE, formId: byId('frm_0') },
		/"frm_0"\. The forms are: "Contact", "Twice \(frm_1\)", "Twice \(frm_2\)"\./,
	],
	['a name that two forms have', { ...PAGE, formId: byId('Twice') }, /frm_1, frm_2.*Use the ID/],
	['no submission', { ...ONE, submissionId: byId('') }, /sub_5h3q9 \(Submission > Get Many/],
	['nothing', { ...ONE, submissionId: { ...byId(''), mode: 'list' } }, /No submission is chosen/],
	['a path', { ...ONE, submissionId: byId('..') }, /not an ID.*Submission > Get Many/],
	['an unknown submission', { ...ONE, submissionId: byId('sub_0') }, /returned by Get Many/],
	[
		'a date in words',
		{ ...SUBMISSIONS, filters: { receivedAfter: 'yesterday' } },
		/Use an ISO 8601 date such as 2026-01-31 .*\(America\/New_York\)/,
	],
	[
		'dates in the wrong order',
		{ ...SUBMISSIONS, filters: { receivedAfter: '2026-02-01', receivedBefore: '2026-01-01' } },
		/\(2026-02-01 00:00 \(America\/New_York\)\) must be earlier.*\(2026-01-01 00:00 \(America\/New_York\)\)/,
	],
	[
		'an unknown status',
		{ ...PAGE, filters: { status: 'open' } },
		/^'Status' contains "open".* Use any of: new, quarantined, spam/,
	],
	['an answer in words', { ...SUBMISSIONS, returnAll: 'all' }, /Set it to true or false, or to/],
	['a limit in words', { ...SUBMISSIONS, limit: 'ten' }, /Use a whole number of 1 or more\.$/],
	['a page too large', { ...PAGE, pageSize: 500 }, /Use a whole number from 1 to 100\.$/],
	['a cursor that is not text', { ...PAGE, cursor: 5 }, /'nextCursor' of the previous page/],
	['a made-up cursor', { ...PAGE, cursor: 'page2' }, /'nextCursor' of the previous page/],
	['an unknown order', { ...SUBMISSIONS, options: { order: 'up' } }, /one of: newestFirst, old/],
	[
		'fields as text',
		{ ...PAGE, options: { fields: 'a' } },
		/list of field names, .* or \["name", "email"\] as text\.$/,
	],
	['an unknown operation', { resource: 'form', operation: 'make' }, /Choose the operation again/],
];

describe('the action node as a tool', () => {
	useActionNode();

	beforeEach(() => {
		emulator.addForm({ id: 'frm_1', name: 'Twice' });
		emulator.addForm({ id: 'frm_2', name: 'Twice' });
	});

	const run = async (parameters: IDataObject, kind: NodeKind = 'formSubmissionsTool') =>
		await runNode(parameters, { kind, timezone: 'America/New_York' });

	const rowsOf = async (parameters: IDataObject) => (await run(parameters)).rows;

	const errorOf = async (parameters: IDataObject) =>
		await run(parameters).then(
			() => Promise.reject(new Error('It did not fail')),
			(error: Error & { description?: string | null }) => error,
		);

	it.each(REFUSED)(
		'tells a model that sends %s what to send instead',
		async (_what, parameters, words) => {
			const { message, description } = await errorOf(parameters);

			expect(message).toMatch(words);
			// n8n's AI Agent passes only the message to a model.
			expect(description ?? undefined).toBeUndefined();
		},
	);

	describe('with a list that the limit cuts short', () => {
		const note = expect.stringMatching(
			/^These are the newest 100 submissions that match, and there are more\. .*limit.*narrow.*Count\.$/,
		) as unknown;

		it.each(['newestFirst', 'oldestFirst'])('says so at its end (%s)', async (order) => {
			const ids = emulator.addSubmissions('frm_1', 101).map(({ id }) => id);
			const shown = order === 'newestFirst' ? ids.slice(1).reverse() : ids.slice(1);

			const rows = await rowsOf({ ...SUBMISSIONS, limit: 100, options: { order } });

			expect(rows.slice(0, -1).map(({ id }) => id)).toEqual(shown);
			expect(rows.at(-1)).toEqual({ note });
		});

		it('says so without Simplify and with filters, too', async () => {
			emulator.addSubmissions('frm_1', 101, { status: 'spam' });
			const filters = { status: 'spam', receivedBefore: '2100-01-01' };
			const parameters = { ...SUBMISSIONS, limit: 100, simplify: false, filters };

			expect((await rowsOf(parameters)).at(-1)).toEqual({ note });
		});

		it.each([
			['no other is listed', { limit: 100 }],
			['all are wanted', { returnAll: true }],
			[
				'the other one is too old',
				{ limit: 100, filters: { status: ['new', 'spam'], receivedAfter: '2026-01-01' } },
			],
		])('says nothing if %s', async (_what, parameters) => {
			const add = (status: 'new' | 'spam', createdAt: string) =>
				emulator.addSubmission({ formId: 'frm_1', status, createdAt });
			add('spam', '2025-01-01T00:00:00Z');
			for (let count = 0; count < 100; count++) add('new', '2026-03-01T00:00:00Z');

			const rows = await rowsOf({ ...SUBMISSIONS, ...parameters });

			expect(rows).toHaveLength(100);
			expect(rows.filter((row) => 'note' in row)).toEqual([]);
		});

		it('says so of forms, too', async () => {
			const parameters = { resource: 'form', operation: 'getAll', limit: 2 };

			expect((await rowsOf(parameters)).map(({ id, note: text }) => id ?? text)).toEqual([
				expect.stringMatching(/^frm_/),
				expect.stringMatching(/^frm_/),
				'These are the first 2 of 3 forms. Raise the limit to get the others.',
			]);
			expect(await rowsOf({ ...parameters, limit: 3 })).toHaveLength(3);
		});

		it.each([
			['newestFirst', /^This is the newest submission that matches, and there are more\./],
			['oldestFirst', /^This is the newest submission that matches, and there are more\./],
		])('says so of a single one (%s)', async (order, words) => {
			emulator.addSubmissions('frm_1', 2);

			const rows = await rowsOf({ ...SUBMISSIONS, limit: 1, options: { order } });

			expect(rows[1]?.note).toMatch(words);
			expect((await rowsOf({ resource: 'form', operation: 'getAll', limit: 1 }))[1]).toEqual({
				note: 'This is the first of 3 forms. Raise the limit to get the others.',
			});
		});

		it('says nothing to a workflow', async () => {
			emulator.addSubmissions('frm_1', 60);

			expect((await run(SUBMISSIONS, 'formSubmissions')).rows).toHaveLength(50);
		});
	});

	describe('with an empty list, which n8n shows a model as empty text', () => {
		const match = [{ fieldName: '<b>', fieldValue: 'x' }];
		const filters = { fieldMatch: { match } };
		const note = expect.stringMatching(
			/^No submissions were found\. .*None of the submissions searched has a field named "<b>".*Quarantined.*Test submissions/,
		) as unknown;

		it('says so, and what may have been left out', async () => {
			expect(await run({ ...SUBMISSIONS, filters })).toMatchObject({ rows: [{ note }], hints: [] });
		});

		it('names fields in full, so that it can search with them', async () => {
			const question = 'How often in the last twelve months did you make use of each of these?';
			const names = [`${question} [Venue]`, `${question} [Food]`];
			emulator.addSubmission({
				formId: 'frm_1',
				data: { [names[0] ?? '']: 1, [names[1] ?? '']: 2 },
			});

			const rows = await rowsOf({ ...SUBMISSIONS, filters });

			for (const name of names) expect(rows[0]?.note).toContain(`"${name}"`);
			const fieldMatch = { match: [{ fieldName: names[1], fieldValue: '2' }] };
			expect(await rowsOf({ ...SUBMISSIONS, filters: { fieldMatch } })).toHaveLength(1);
		});

		it('says so next to a count, too', async () => {
			const parameters = { resource: 'submission', operation: 'count', filters };

			expect(await run(parameters)).toMatchObject({ rows: [{ count: 0, note }], hints: [] });
		});

		it('says so of forms, too', async () => {
			changeKey(emulator.addKey({ workspace: 'another' }));
			const parameters = { resource: 'form', operation: 'getAll' };
			const none = { note: 'There are no forms in this workspace.' };

			expect(await rowsOf(parameters)).toEqual([none]);
			expect((await run(parameters, 'formSubmissions')).rows).toEqual([]);
		});
	});

	describe('whose form is left to a model', () => {
		const formId = byId("={{ $fromAI('Form', ``, 'string') }}");
		const ofForm = async (Form: string, parameters: IDataObject) => {
			const byModel = { kind: 'formSubmissionsTool' as const, items: [{ Form }] };
			return (await runNode({ ...parameters, formId }, byModel)).rows;
		};

		beforeEach(() => {
			emulator.addSubmission({ formId: 'frm_1', data: { a: 1 } });
			emulator.addSubmission({ formId: 'frm_2', data: { b: 1 } });
		});

		it.each(['All Forms', 'all forms', ' ALL  FORMS\u200b'])(
			'reads all forms for %j',
			async (form) => {
				expect(await ofForm(form, { resource: 'submission', operation: 'count' })).toEqual([
					{ count: 2 },
				]);
				const fields = await ofForm(form, { resource: 'form', operation: 'getFields' });
				expect(fields.map(({ name }) => name)).toEqual(['b', 'a', undefined]);
			},
		);

		it.each(['', 'All', 'every form'])('reads none for %j', async (form) => {
			await expect(ofForm(form, SUBMISSIONS)).rejects.toThrow(/Form > Get Many/);
		});

		it('reads no form for words that a person entered, who has the list', async () => {
			await expect(run({ ...SUBMISSIONS, formId: byId('All Forms') })).rejects.toThrow(
				/"All Forms"/,
			);
		});
	});

	it('names a form that is gone as the person called it who chose it', async () => {
		const chosen = { __rl: true, mode: 'list', value: 'frm_0', cachedResultName: 'Old' };

		expect((await errorOf({ ...PAGE, formId: chosen })).message).toMatch(
			/"frm_0" \("Old" when it was chosen\)\. .*Form > Get Many/,
		);
	});

	it('says what a person has to do if the credential is at fault', async () => {
		changeKey('sk_unknown');
		const { message } = await errorOf(SUBMISSIONS);

		expect(message).toMatch(/rejected the API key\. Enter a valid key in the credential/);
	});
});
