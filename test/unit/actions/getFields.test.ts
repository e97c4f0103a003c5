import type { IDataObject } from 'n8n-workflow';
import { byId } from '../../sandbox/client/workflowFile';
import type { NodeKind } from '../../support/n8n';
import { emulator, formId, runNode, useActionNode } from './actionNode';

describe('Form: Get Fields', () => {
	useActionNode();

	const run = async (parameters: IDataObject = {}, kind?: NodeKind) =>
		await runNode({ resource: 'form', operation: 'getFields', ...parameters }, { kind });

	const submit = (data: unknown, more: object = {}) =>
		emulator.addSubmission({ formId, data: data as IDataObject, ...more });

	/** What the one field is said to be after these values, the newest last. */
	async function fieldAfter(...values: unknown[]) {
		for (const value of values) submit({ field: value });
		const [{ type, filledIn, example } = {}] = (await run()).rows;
		return { type, filledIn, example };
	}

	it('returns a row for each field, in the order first met from the newest on', async () => {
		submit({ email: 'ada@example.com', status: 'open' });
		submit({ name: 'Bob', email: '' });

		const { rows } = await run();

		const columns = ['name', 'column', 'type', 'filledIn', 'lookedAt', 'example'];
		expect(rows.map((row) => Object.keys(row))).toEqual([columns, columns, columns]);
		expect(rows.map((row) => Object.values(row))).toEqual([
			['name', 'name', 'text', 1, 2, 'Bob'],
			['email', 'email', 'text', 1, 2, 'ada@example.com'],
			// As rows name a field that is called like a column of their own.
			['status', 'field_status', 'text', 1, 2, 'open'],
		]);
	});

	it('returns a row for each part of a group, too, which has a column of its own with Groups', async () => {
		submit({ 'Full name': { first: 'x', last: '' }, b: {} });

		const { rows } = await run();
		const names = rows.map(({ name, column, type }) => [name, column, type]);

		expect(names).toEqual([
			['Full name', 'Full name', 'object'],
			['Full name first', 'Full name first', 'text'],
			['Full name last', 'Full name last', 'empty'],
			['b', 'b', 'object'],
		]);
	});

	it.each<[string, unknown[], string]>([
		['text', ['a', '5'], 'text'],
		['number', [0, 5], 'number'],
		['boolean', [true, false], 'boolean'],
		['list', [['a'], [{ b: 1 }]], 'list'],
		['object', [{ a: 1 }, {}], 'object'],
		['mixed', [5, 'a'], 'mixed'],
		['number, whatever is empty', [5, '', null, [], ' '], 'number'],
		['empty', ['', null, [null], ' '], 'empty'],
	])('says what its values are: %s', async (_what, values, type) => {
		expect(await fieldAfter(...values)).toMatchObject({ type });
	});

	it('counts the submissions that have something in it', async () => {
		expect(await fieldAfter('a', '', null, [], false, 0)).toMatchObject({ filledIn: 3 });
	});

	it.each<[string, unknown[], unknown]>([
		['as a row shows it', ['old', ['a', 'b'], ''], 'a, b'],
		['a number as text', [5], '5'],
		['none if all are empty', ['', null], null],
		['its beginning', ['x'.repeat(101)], 'x'.repeat(100)],
		['no half of a character', [`${'x'.repeat(99)}😀`], 'x'.repeat(99)],
		['without what no database stores', ['a\0\ud83d'], 'a␀\ufffd'],
	])('has the newest value as an example: %s', async (_what, values, example) => {
		expect((await fieldAfter(...values)).example).toBe(example);
	});

	it.each([
		[{}, 100, 1],
		[{ limit: 30 }, 30, 1],
		[{ limit: 250 }, 250, 3],
		[{ limit: 1_000 }, 300, 3],
	])('looks with %j at the newest %i of 300 submissions', async (parameters, lookedAt, pages) => {
		emulator.addSubmissions(formId, 300, { data: (index) => ({ [`on ${index >= 200}`]: 1 }) });

		const { rows } = await run(parameters);

		expect(rows[0]).toMatchObject({ name: 'on true', lookedAt });
		expect(rows).toHaveLength(lookedAt > 100 ? 2 : 1);
		expect(emulator.requests).toHaveLength(pages);
	});

	it('reads only the form chosen by its name', async () => {
		submit({ mine: 1 });
		const { id: other } = emulator.addForm({ name: 'Booking' });
		emulator.addSubmission({ formId: other, data: { theirs: 1 } });

		const { rows } = await run({ formId: byId('contact') });

		expect(rows.map(({ name }) => name)).toEqual(['mine']);
		expect((await run()).rows.map(({ name }) => name)).toEqual(['theirs', 'mine']);
	});

	it('names the forms if they are several, for a person and for a model', async () => {
		submit({ mine: 1 });
		emulator.addSubmission({
			formId: emulator.addForm({ name: 'Booking' }).id,
			data: { theirs: 1 },
		});
		const note =
			'These are fields of several forms: "Booking", "Contact". For those of one form, choose it in \'Form\'.';

		const { hints } = await run();
		const { rows } = await run({}, 'formSubmissionsTool');

		expect(hints).toEqual([note]);
		expect(rows.slice(2)).toEqual([{ note }]);
	});

	it('tells forms of one name apart by their IDs', async () => {
		submit({ a: 1 });
		emulator.addForm({ id: 'frm_1', name: 'Contact' });
		emulator.addSubmission({ formId: 'frm_1', data: { a: 1 } });

		expect((await run()).hints).toEqual([
			expect.stringContaining(`: "Contact (frm_1)", "Contact (${formId})".`),
		]);
		expect((await run({ formId: byId(formId) })).hints).toEqual([]);
	});

	it('looks at neither spam nor tests, and says so if there is nothing else', async () => {
		submit({ advert: 1 }, { status: 'spam' });
		submit({ _test: true });
		const note = expect.stringMatching(
			/^No submissions were found.*spam, and test submissions aren't.* Submit the form once/,
		) as unknown;

		const { rows, hints } = await run();

		expect([rows, hints]).toEqual([[], [note]]);
		expect((await run({}, 'formSubmissionsTool')).rows).toEqual([{ note }]);
	});

	it('says so if submissions have no fields', async () => {
		submit({});

		expect((await run()).hints[0]).toMatch(/none of the newest submissions \(1\) has any/);
	});
});
