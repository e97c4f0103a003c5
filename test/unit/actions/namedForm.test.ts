import type { IDataObject } from 'n8n-workflow';

import { loadOptionsContext } from '../../support/n8n';
import { FormSubmissions } from '../../../nodes/FormSubmissions/FormSubmissions.node';
import { apiKey, emulator, runNode, useActionNode } from './actionNode';

describe.each(['getAll', 'getPage'])('%s for a form entered by name', (operation) => {
	useActionNode();

	beforeEach(() => {
		emulator.addForm({ id: 'frm_1', name: 'Newsletter' });
		emulator.addForm({ id: 'frm_2', name: 'Booking' });
		emulator.addSubmissions('frm_1', 2);
		emulator.addSubmissions('frm_2', 3);
	});

	async function formsOf(formId: object, items?: IDataObject[]): Promise<unknown[]> {
		const { rows: output } = await runNode(
			{ resource: 'submission', operation, formId },
			{ items },
		);
		const rows = output.flatMap((row) => (row.submissions as IDataObject[]) ?? [row]);
		return rows.map(({ formId: id, formName }) => `${String(id)} ${String(formName)}`);
	}

	const locator = (mode: string, value: string) => ({ __rl: true, mode, value });

	const requests = () =>
		emulator.requests.map(({ path, query }) => `${path} ${query.form_id ?? ''}`.trim());

	it('returns only its submissions, with its name, for one more request', async () => {
		expect(await formsOf(locator('id', ' newsletter '))).toEqual([
			'frm_1 Newsletter',
			'frm_1 Newsletter',
		]);
		expect(requests()).toEqual(['/v1/forms', '/v1/submissions frm_1']);
	});

	it.each(['id', 'list'])('accepts the name from an expression in mode %s', async (mode) => {
		const items = [{ form: 'Newsletter' }, { form: 'Booking' }];

		const forms = await formsOf(locator(mode, '={{ $json.form }}'), items);

		expect(new Set(forms)).toEqual(new Set(['frm_1 Newsletter', 'frm_2 Booking']));
		expect(requests().filter((path) => path === '/v1/forms')).toHaveLength(1);
	});

	it('accepts the name where the list keeps the ID of its choice', async () => {
		expect(await formsOf(locator('list', 'Newsletter'))).toEqual([
			'frm_1 Newsletter',
			'frm_1 Newsletter',
		]);
		await expect(formsOf(locator('list', 'Newsletters'))).rejects.toThrow(
			/name or ID "Newsletters"/,
		);
	});

	it.each(['id', 'list'])('looks up no name for an ID in mode %s', async (mode) => {
		await formsOf(locator(mode, 'frm_1'));

		expect(requests()[0]).toBe('/v1/submissions frm_1');
	});

	it("offers that form's fields", async () => {
		const context = loadOptionsContext({
			kind: 'formSubmissions',
			credential: { apiKey },
			parameters: { resource: 'submission', operation, formId: locator('id', 'Booking') },
		});

		await new FormSubmissions().methods.loadOptions.getFields.call(context);

		expect(requests()).toEqual(['/v1/forms', '/v1/submissions frm_2']);
	});
});
