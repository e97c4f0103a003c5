import { searchForms, searchSubmissions } from '../../../nodes/FormSubmissions/methods/listSearch';
import { changeKey, editorContext, emulator, formId, useActionNode } from '../actions/actionNode';

useActionNode();

describe('the list of forms', () => {
	const all = { name: 'All Forms', value: 'all' };
	const forms = async (filter?: string) =>
		(await searchForms.call(editorContext(), filter)).results;

	it('begins with all forms, shows names, marks forms in test mode, and has nothing that n8n would run once chosen', async () => {
		emulator.addForm({ id: 'frm_x1', name: 'Booking', isTestMode: true });
		emulator.addForm({ id: 'frm_x2', name: '  ' });
		emulator.addForm({ id: '=frm', name: '={{ $json.secret }}' });

		expect(await forms()).toEqual([
			all,
			{ name: 'Contact', value: formId },
			{ name: 'Booking (test mode)', value: 'frm_x1' },
			{ name: 'frm_x2', value: 'frm_x2' },
			{ name: "'={{ $json.secret }}", value: '={{ "\\u003dfrm" }}' },
		]);
	});

	it('tells forms of one name apart by their IDs, whichever are found', async () => {
		emulator.addForm({ id: 'frm_x1', name: 'CONTACT\u00a0', isTestMode: true });
		emulator.addForm({ id: 'frm_x2', name: 'Contact us' });

		const labels = [`Contact (${formId})`, 'CONTACT\u00a0 (frm_x1) (test mode)', 'Contact us'];
		expect((await forms()).map(({ name }) => name)).toEqual(['All Forms', ...labels]);
		expect((await forms('frm_x1')).map(({ name }) => name)).toEqual([labels[1]]);
	});

	it.each([
		['cont', ['Contact']],
		['CONTACT', ['Contact']],
		['ＣＯＮ\u200btact\u00a0', ['Contact']],
		['frm_booking', ['Booking form']],
		[' form ', ['All Forms', 'Booking form']],
		['', ['All Forms', 'Contact', 'Booking form']],
		['zzz', []],
	])('filtered by %p contains %j', async (filter, names) => {
		emulator.addForm({ id: 'frm_booking', name: 'Booking form' });

		expect((await forms(filter)).map(({ name }) => name)).toEqual(names);
	});

	it('says what to do if there is no form', async () => {
		changeKey(emulator.addKey({ workspace: 'another' }));

		await expect(forms()).rejects.toThrow(
			/no forms in this workspace yet\. Create one in the service/,
		);
	});
});

describe('the list of submissions', () => {
	const search = async (filter?: string, token?: string) =>
		await searchSubmissions.call(editorContext(), filter, token);

	it.each([
		['the first field with text', { a: ' ', b: 5, c: ' Bakery ', d: 'x' }, 'Bakery'],
		['the ID where no field has text', { a: '', b: 5 }, 'sub_1'],
		['no more than 60 characters, and no half of one', { a: '🙂'.repeat(100) }, '🙂'.repeat(41)],
	])("shows the time in the workflow's time zone, and %s", async (_name, data, shown) => {
		emulator.addSubmission({ formId, id: 'sub_1', data, createdAt: '2026-03-10T20:30:59Z' });

		expect((await search()).results).toEqual([
			{ name: `2026-03-11 05:30 · ${shown}`, value: 'sub_1' },
		]);
	});

	it('shows nothing that n8n would run as an expression once it is chosen', async () => {
		emulator.addSubmission({ formId, id: 'sub_1', data: { a: '={{ 1 }}' } });
		emulator.onAnswer((_request, answer) =>
			answer.kind === 'response'
				? { ...answer, body: answer.body.replace(/"createdAt":"[^"]*"/g, '"createdAt":null') }
				: answer,
		);

		expect((await search()).results).toEqual([{ name: "'={{ 1 }}", value: 'sub_1' }]);
	});

	it('finds by text or ID, page by page until there are no more, even if nothing on one matches', async () => {
		emulator.addSubmission({ formId, id: 'sub_special', data: { name: 'Zoë' } });
		const ids = emulator
			.addSubmissions(formId, 150, { data: (i) => ({ name: `Person ${i}` }) })
			.map(({ id }) => id);

		expect((await search('person 149')).results.map(({ value }) => value)).toEqual([ids[149]]);
		const first = await search('SPECIAL');
		const second = await search('SPECIAL', String(first.paginationToken));
		expect([first.results, second.results.map(({ value }) => value)]).toEqual([
			[],
			['sub_special'],
		]);
		expect(second.paginationToken).toBeUndefined();
	});
});
