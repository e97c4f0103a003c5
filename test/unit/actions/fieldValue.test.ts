import type { IDataObject } from 'n8n-workflow';

import type { Emulator } from '../../emulator';
import { FormSubmissions } from '../../../nodes/FormSubmissions/FormSubmissions.node';
import { getFields } from '../../../nodes/FormSubmissions/methods/loadOptions';
import { executeContext, loadOptionsContext, type NodeKind } from '../../support/n8n';
import { startService, stopService } from '../../support/service';

const GET_MANY = { resource: 'submission', operation: 'getAll' };
const COUNT = { resource: 'submission', operation: 'count' };

describe('the filter for the value of a form field', () => {
	let emulator: Emulator;
	let apiKey: string;
	let formId: string;

	beforeEach(() => {
		({ emulator, apiKey } = startService());
		formId = emulator.addForm().id;
		// Every tenth of 500 was written by Ada; the newest is number 499.
		emulator.addSubmissions(formId, 500, {
			data: (index) => ({ number: index, email: index % 10 === 0 ? 'Ada@example.com' : 'x@y.z' }),
		});
	});

	afterEach(() => stopService(emulator));

	const fieldMatch = (...match: object[]) => ({ fieldMatch: { match } });
	const byAda = fieldMatch({ fieldName: 'email', fieldValue: ' ada@EXAMPLE.com ' });

	async function run(parameters: object, kind: NodeKind = 'formSubmissions', item = {}) {
		const context = executeContext(
			{ kind, parameters: { ...parameters }, credential: { apiKey } },
			[item as IDataObject],
		);
		const [items = []] = await new FormSubmissions().execute.call(context);
		const pages = emulator.requests.filter(({ path }) => path === '/v1/submissions');
		return { rows: items.map(({ json }) => json), hints: context.hints, pages: pages.length };
	}

	it('returns only submissions that have the value', async () => {
		const { rows } = await run({ ...GET_MANY, returnAll: true, filters: byAda });

		expect(rows.map(({ number }) => number)).toEqual(
			Array.from({ length: 50 }, (_, index) => 490 - index * 10),
		);
	});

	it('stops at the limit, and fetches no further page', async () => {
		const { rows, pages } = await run({ ...GET_MANY, limit: 12, filters: byAda });

		expect(rows.map(({ number }) => number)).toEqual(
			Array.from({ length: 12 }, (_, index) => 490 - index * 10),
		);
		expect(pages).toBe(2);
	});

	it('counts', async () => {
		expect((await run({ ...COUNT, filters: byAda })).rows).toEqual([{ count: 50 }]);
	});

	it('compares with what an expression returns, a number included', async () => {
		const filters = fieldMatch({ fieldName: 'number', fieldValue: '={{ $json.wanted }}' });

		const { rows } = await run({ ...COUNT, filters }, 'formSubmissions', { wanted: 7 });

		expect(rows).toEqual([{ count: 1 }]);
	});

	it('may be several, all of which must match', async () => {
		const filters = fieldMatch(
			{ fieldName: 'email', fieldValue: 'ada@example.com' },
			{ fieldName: 'number', fieldValue: '490' },
		);

		expect((await run({ ...COUNT, filters })).rows).toEqual([{ count: 1 }]);
	});

	it('restricts together with the others', async () => {
		emulator.addSubmission({ formId, status: 'spam', data: { email: 'ada@example.com' } });

		expect((await run({ ...COUNT, filters: { ...byAda, status: ['spam'] } })).rows).toEqual([
			{ count: 1 },
		]);
	});

	it.each([
		[
			{ fieldName: 'email', fieldValue: '  ' },
			/has a name without a value.*Set both, or remove both/,
		],
		[{ fieldName: 'email', fieldValue: '={{ $json.x }}' }, /^'Value' is set by an expression/],
		[{ fieldName: 'email', fieldValue: '={{ Number("x") }}' }, /^'Value' is "NaN"/],
		[{ fieldName: 'email', fieldValue: '={{ [1] }}' }, /^'Value' is "\[1\]"/],
	])('is refused if incomplete: %j', async (match, message) => {
		const filters = fieldMatch(match);

		await expect(run({ ...GET_MANY, filters })).rejects.toThrow(message);
		expect(emulator.requests).toEqual([]);
	});

	it('is named next to an empty output', async () => {
		const filters = fieldMatch({ fieldName: 'email', fieldValue: 'a' });
		const { hints } = await run({ ...COUNT, filters });

		expect(hints[0]?.message).toMatch(/form field "email" is not "a"/);
	});

	it('is said to name no field, next to an empty output, if it does', async () => {
		const filters = fieldMatch({ fieldName: 'Email', fieldValue: 'a' });
		const { hints } = await run({ ...COUNT, filters });

		expect(hints[0]?.message).toMatch(/No submission here has a field named "Email"\./);
		expect(hints[0]?.message).not.toMatch(/is not "a"/);
	});

	it('is text in that hint, whatever it is, because n8n renders hints as HTML', async () => {
		const filters = fieldMatch({ fieldName: 'email', fieldValue: '<img src="//x.example">&' });
		const { hints } = await run({ ...COUNT, filters });

		expect(hints[0]?.message).toContain('&#60;img src="//x.example"&#62;&#38;');
	});

	describe('for a language model', () => {
		const asTool = async (parameters: object) =>
			(await run(parameters, 'formSubmissionsTool')).rows;

		it('says that the limit cut the list short only if it did', async () => {
			const filters = { ...byAda, receivedAfter: '2000-01-01' };

			expect((await asTool({ ...GET_MANY, limit: 49, filters })).at(-1)).toEqual({
				note: expect.stringMatching(/^These are the newest 49 submissions that match.*form field/),
			});
			const all = await asTool({ ...GET_MANY, limit: 50, filters });
			expect(all.filter((row) => 'note' in row)).toEqual([]);
			expect(all).toHaveLength(50);
		});

		it('is left out if it leaves both empty', async () => {
			const left = "={{ $fromAI('Left_Empty', ``, 'string') }}";
			const filters = fieldMatch({ fieldName: left, fieldValue: left });
			const item = { Left_Empty: '' };

			expect((await run({ ...COUNT, filters }, 'formSubmissionsTool', item)).rows).toEqual([
				{ count: 500 },
			]);
		});
	});

	it('lists the names of fields while it is not complete', async () => {
		const parameters = {
			...GET_MANY,
			filters: { ...fieldMatch({ fieldName: '' }), receivedAfter: 'x' },
		};
		const context = loadOptionsContext({
			kind: 'formSubmissions',
			parameters,
			credential: { apiKey },
		});

		expect((await getFields.call(context)).map(({ value }) => value)).toEqual(['number', 'email']);
	});
});
