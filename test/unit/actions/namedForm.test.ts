import type { IDataObject } from 'n8n-workflow';

import { getFieldNames } from '../../../nodes/FormSubmissions/methods/loadOptions';
import { apiKey, editorContext, emulator, runNode, useActionNode } from './actionNode';
import { skipTime, stopFakeClock, stopTime } from '../../support/fakeClock';

const locator = (mode: string, value: string) => ({ __rl: true, mode, value });
const byId = (value: string) => locator('id', value);

describe('a form entered by its name', () => {
	useActionNode();

	beforeEach(() => {
		stopTime();
		emulator.addForm({ id: 'frm_1', name: 'Newsletter' });
		emulator.addForm({ id: 'frm_2', name: ' Café ' });
		emulator.addForm({ id: 'frm_3', name: 'Job\u200b application' });
		emulator.addSubmissions('frm_1', 2);
		emulator.addSubmissions('frm_2', 3);
		emulator.addSubmissions('frm_3', 1);
	});

	afterEach(stopFakeClock);

	/** The forms of the submissions that are returned. */
	async function formsOf(
		formId: IDataObject,
		{ operation = 'getAll', items }: { operation?: string; items?: IDataObject[] } = {},
	): Promise<unknown[]> {
		const { rows } = await runNode({ resource: 'submission', operation, formId }, { items });
		const submissions = rows.flatMap((row) => (row.submissions as IDataObject[]) ?? [row]);
		return [...new Set(submissions.map((row) => row.formId))];
	}

	const requests = () =>
		emulator.requests.map(({ path, query }) => `${path} ${query.form_id ?? ''}`.trim());
	const asked = () => requests().filter((path) => path === '/v1/forms').length;

	it.each([
		['Newsletter', 'frm_1'],
		[' newsletter ', 'frm_1'],
		['CAFÉ', 'frm_2'],
		['Cafe\u0301', 'frm_2'],
		['\u2060ＮＥＷＳletter', 'frm_1'],
		['Job\u00a0  application', 'frm_3'],
	])('is found for %j: %s, for one more request', async (name, id) => {
		for (const operation of ['getAll', 'getPage']) {
			expect(await formsOf(byId(name), { operation })).toEqual([id]);
		}
		expect(requests()).toEqual(['/v1/forms', ...Array(2).fill(`/v1/submissions ${id}`)]);
	});

	it('is the one of exactly this name where another differs in case only, whatever spaces it has', async () => {
		emulator.addForm({ id: 'frm_4', name: 'café' });
		emulator.addSubmissions('frm_4', 1);

		expect(await formsOf(byId('Café'))).toEqual(['frm_2']);
	});

	it('that is unknown is an error with advice for its reader: a person chooses, a model names', async () => {
		const parameters = { resource: 'submission', operation: 'getAll', formId: byId('News') };
		const asText = ({ message, description = '' }: { message: string; description?: string }) =>
			`${message} ${description}`;
		const person = await runNode(parameters).then(String, asText);
		const kind = 'formSubmissionsTool';
		const model = await runNode(parameters, { kind }).then(String, asText);

		expect(person).toMatch(/Choose the form from the list again\./);
		expect(person).not.toContain('Form > Get Many');
		expect(model).toMatch(
			/Use the name of one of these forms, or an ID that Form > Get Many returns\./,
		);
		expect(model).not.toContain('from the list');
	});

	it.each(['id', 'list'])('may come from an expression in mode %s', async (mode) => {
		const items = [{ form: 'Newsletter' }, { form: 'Café' }];

		expect(await formsOf(locator(mode, '={{ $json.form }}'), { items })).toEqual([
			'frm_1',
			'frm_2',
		]);
		expect(asked()).toBe(1);
	});

	it('is accepted where the list keeps the ID of its choice', async () => {
		expect(await formsOf(locator('list', 'Newsletter'))).toEqual(['frm_1']);
	});

	it.each(['id', 'list'])('is not looked for if it is an ID in mode %s', async (mode) => {
		await formsOf(locator(mode, 'frm_1'));

		expect(requests()[0]).toBe('/v1/submissions frm_1');
	});

	it('that a person chose from the list is not looked for, though a model reads what comes of it', async () => {
		const parameters = {
			resource: 'form',
			operation: 'getFields',
			formId: locator('list', 'frm_1'),
		};
		await runNode(parameters, { kind: 'formSubmissionsTool' });

		expect(requests()).toEqual(['/v1/submissions frm_1']);
	});

	it('has its fields offered', async () => {
		await getFieldNames.call(
			editorContext({ resource: 'submission', operation: 'getAll', formId: byId('Café') }),
		);

		expect(requests()).toEqual(['/v1/forms', '/v1/submissions frm_2']);
	});

	it('is the one spelled exactly so if several are similar, and never a guess', async () => {
		emulator.addForm({ id: 'frm_4', name: 'NEWSLETTER' });
		emulator.addSubmissions('frm_4', 1);

		expect(await formsOf(byId('NEWSLETTER'))).toEqual(['frm_4']);
		expect(await formsOf(byId('Newsletter'))).toEqual(['frm_1']);
		await expect(formsOf(byId('newsletter'))).rejects.toThrow(
			/^Several forms in this workspace have that name: frm_1, frm_4\.$/,
		);
	});

	it('is told from names that are listed whole, as far as there is room', async () => {
		for (let at = 10; at < 30; at++) emulator.addForm({ name: `${at} ${'x'.repeat(190)}` });

		await expect(formsOf(byId('News'))).rejects.toThrow(/: "Contact", .*"18 x{190}", 11 more\.$/);
	});

	it('is not found by a part of it; the error lists at most twenty, and no key entered by mistake', async () => {
		await expect(formsOf(byId('News'))).rejects.toThrow(
			'No form in this workspace has the name or ID "News". The forms are: "Contact", "Newsletter", " Café ", "Job application".',
		);
		emulator.addForm({ id: 'frm_4', name: 'Contact' });
		await expect(formsOf(byId('News'))).rejects.toThrow(
			/: "Contact \(frm_\w+\)", .*"Contact \(frm_4\)"/,
		);
		for (let number = 1; number <= 20; number++) emulator.addForm({ name: `Form ${number}` });

		await expect(formsOf(byId(apiKey))).rejects.toThrow(
			/name or ID "\*\*\*"\. .*"Contact \(.*"Form 15", 5 more\./,
		);
	});

	it('takes one request a minute, and one more if the known names are not enough', async () => {
		await formsOf(byId('Newsletter'));
		skipTime(59_999);
		await formsOf(byId('Newsletter'));
		expect(asked()).toBe(1);

		emulator.addForm({ id: 'frm_4', name: 'Booking' });
		await formsOf(byId('Booking'));
		expect(asked()).toBe(2);

		skipTime(60_000);
		await formsOf(byId('Booking'));
		expect(asked()).toBe(3);
	});
});
