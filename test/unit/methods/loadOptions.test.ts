import type { IDataObject } from 'n8n-workflow';

import { getFieldNames } from '../../../nodes/FormSubmissions/methods/loadOptions';
import { editorContext, emulator, formId, runNode, useActionNode } from '../actions/actionNode';

describe('the list of form fields', () => {
	useActionNode();

	const fields = async (parameters: object = {}) => {
		const chosen = { __rl: true, mode: 'list', value: formId };
		return await getFieldNames.call(editorContext({ formId: chosen, ...parameters }));
	};

	it('has each name once, beginning with those of the newest submission', async () => {
		emulator.addSubmissions(formId, 1, { data: () => ({ email: 'x', phone: 1 }) });
		emulator.addSubmissions(formId, 1, { data: () => ({ name: 'y', email: 'z' }) });

		expect(await fields()).toEqual([
			{ name: 'name', value: 'name' },
			{ name: 'email', value: 'email' },
			{ name: 'phone', value: 'phone' },
		]);
		expect(emulator.requests.map(({ query }) => query.limit)).toEqual(['100']);
	});

	it('has the parts of a group after it, and none of a list of groups', async () => {
		const group = { first: 'x', last: { of: 'y' }, none: {} };
		emulator.addSubmission({ formId, data: { 'Full name': group, guests: [{ name: 'z' }], b: 1 } });

		expect((await fields()).map(({ value }) => value)).toEqual([
			'Full name',
			'Full name first',
			'Full name last of',
			'Full name none',
			'guests',
			'b',
		]);
	});

	it('reads the submissions of the chosen form, or of all forms if none is chosen', async () => {
		const other = emulator.addForm();
		emulator.addSubmissions(formId, 1, { data: () => ({ mine: 1 }) });
		emulator.addSubmissions(other.id, 1, { data: () => ({ theirs: 1 }) });
		const everyForm = { formId: { __rl: true, mode: 'list', value: '' } };

		expect((await fields()).map(({ value }) => value)).toEqual(['mine']);
		expect((await fields(everyForm)).map(({ value }) => value)).toEqual(['theirs', 'mine']);
	});

	it('reads only submissions that match the filters', async () => {
		emulator.addSubmissions(formId, 1, { status: 'spam', data: () => ({ advert: 1 }) });

		const values = await fields({ filters: { status: ['spam'] } });

		expect(values).toEqual([{ name: 'advert', value: 'advert' }]);
	});

	it('leaves out a field without a name, which no filter could tell from no choice', async () => {
		emulator.addSubmissions(formId, 1, { data: () => ({ '': 1, ' ': 2, ' name ': 3 }) });

		expect(await fields()).toEqual([{ name: ' name ', value: ' name ' }]);
	});

	it.each([
		'=Total',
		'={{ $json.secret }}',
		'=a }} b {{ $json.secret }} "\\',
		'=`${$json.secret}`',
		'= ü 😀\n',
	])(
		'offers %j so that n8n, which takes it for an expression once chosen, makes it the name again',
		async (name) => {
			const data: IDataObject = { [name]: 'entered', email: 'x' };
			emulator.addSubmission({ formId, data });

			const [field] = await fields();
			const parameters = {
				resource: 'submission',
				operation: 'getAll',
				filters: { fieldMatch: { match: [{ fieldName: field?.value, fieldValue: 'entered' }] } },
				options: { fields: ['email', field?.value] as string[], columns: [] },
			};
			const { rows } = await runNode(parameters, { items: [{ secret: 'leak' }] });

			expect(rows[0]).toEqual({ email: 'x', [name]: 'entered' });
			expect(field?.name).toBe(`'${name}`);
		},
	);

	it('says what to do if there is no submission yet', async () => {
		await expect(fields()).rejects.toThrow(
			/No submissions with form fields .* Submit the form once/,
		);
	});

	describe('of a single submission', () => {
		const one = async (submissionId: unknown) =>
			(await fields({ operation: 'get', submissionId })).map(({ value }) => value);

		beforeEach(() => {
			emulator.addSubmissions(emulator.addForm().id, 1, { data: () => ({ theirs: 1 }) });
			emulator.addSubmissions(formId, 1, { data: () => ({ mine: 1 }) });
		});

		it('has those of its form, whatever its status', async () => {
			const data = { spam: 1, _test: true };
			const { id } = emulator.addSubmission({ formId, status: 'spam', data });

			expect(await one({ mode: 'id', value: ` ${id} ` })).toEqual(['spam', '_test', 'mine']);
		});

		it.each([null, undefined, '', { mode: 'list', value: '' }, { mode: 'id', value: null }])(
			'has those of every form while nothing is chosen, as in %j',
			async (submissionId) => {
				expect(await one(submissionId)).toEqual(['mine', 'theirs']);
			},
		);
	});
});
