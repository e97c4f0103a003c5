import type { IDataObject } from 'n8n-workflow';

import type { Emulator } from '../../emulator';
import { loadOptionsContext } from '../../support/n8n';
import { FormSubmissions } from '../../../nodes/FormSubmissions/FormSubmissions.node';
import { runActionAtEdge } from '../../support/world';
import { startService, stopService } from '../../support/service';

describe.each(['getAll', 'getPage'])('%s for a form entered by name', (operation) => {
	let emulator: Emulator;
	let apiKey: string;

	beforeEach(() => {
		({ emulator, apiKey } = startService());
		emulator.addForm({ id: 'frm_1', name: 'Contact' });
		emulator.addForm({ id: 'frm_2', name: 'Booking' });
		emulator.addSubmissions('frm_1', 2);
		emulator.addSubmissions('frm_2', 3);
	});

	afterEach(() => stopService(emulator));

	async function formsOf(formId: unknown, items?: IDataObject[]): Promise<unknown[]> {
		const parameters = { resource: 'submission', operation, formId: formId as object };
		const output = await runActionAtEdge(emulator, { apiKey, parameters, items });
		const rows = output.flatMap(({ json }) => (json.submissions as IDataObject[]) ?? [json]);
		return rows.map(({ formId: id, formName }) => `${String(id)} ${String(formName)}`);
	}

	const locator = (mode: string, value: string) => ({ __rl: true, mode, value });

	const requests = () =>
		emulator.requests.map(({ path, query }) => `${path} ${query.form_id ?? ''}`.trim());

	it('returns only its submissions, with its name, for one more request', async () => {
		expect(await formsOf(locator('id', ' contact '))).toEqual(['frm_1 Contact', 'frm_1 Contact']);
		expect(requests()).toEqual(['/v1/forms', '/v1/submissions frm_1']);
	});

	it.each(['id', 'list'])('accepts the name from an expression in mode %s', async (mode) => {
		const items = [{ form: 'Contact' }, { form: 'Booking' }];

		const forms = await formsOf(locator(mode, '={{ $json.form }}'), items);

		expect(new Set(forms)).toEqual(new Set(['frm_1 Contact', 'frm_2 Booking']));
		expect(requests().filter((path) => path === '/v1/forms')).toHaveLength(1);
	});

	it('accepts the name where the list keeps the ID of its choice', async () => {
		expect(await formsOf(locator('list', 'Contact'))).toEqual(['frm_1 Contact', 'frm_1 Contact']);
		await expect(formsOf(locator('list', 'Contacts'))).rejects.toThrow(/name or ID "Contacts"/);
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
