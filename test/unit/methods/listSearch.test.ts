import {
	searchForms,
	searchFormsOrAll,
	searchSubmissions,
} from '../../../nodes/FormSubmissions/methods/listSearch';
import { FormSubmissions } from '../../../nodes/FormSubmissions/FormSubmissions.node';
import { FormSubmissionsPollingTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsPollingTrigger.node';
import { FormSubmissionsTrigger } from '../../../nodes/FormSubmissions/FormSubmissionsTrigger.node';
import type { Emulator } from '../../emulator';
import { loadOptionsContext } from '../../support/n8n';
import { startService, stopService } from '../../support/service';

let emulator: Emulator;
let apiKey: string;

beforeEach(() => {
	({ emulator, apiKey } = startService());
});

afterEach(() => stopService(emulator));

const context = () =>
	loadOptionsContext({
		kind: 'formSubmissions',
		parameters: {},
		credential: { apiKey },
		timezone: 'Asia/Tokyo',
	});

describe('the list of forms', () => {
	const forms = async (filter?: string) => (await searchForms.call(context(), filter)).results;

	it('shows the names of forms, and marks those in test mode', async () => {
		const contact = emulator.addForm({ name: 'Contact' });
		const booking = emulator.addForm({ name: 'Booking', isTestMode: true });

		const results = await forms();

		expect(results).toHaveLength(2);
		expect(results).toContainEqual({ name: 'Contact', value: contact.id });
		expect(results).toContainEqual({ name: 'Booking (test mode)', value: booking.id });
	});

	it('shows the ID if a form has no name', async () => {
		const { id } = emulator.addForm({ name: '  ' });

		expect(await forms()).toEqual([{ name: id, value: id }]);
	});

	it.each([
		['cont', ['Contact us']],
		['CONTACT', ['Contact us']],
		[' us ', ['Contact us']],
		['frm_b', ['Booking']],
		['', ['Contact us', 'Booking']],
		['zzz', []],
	])('filtered by %p contains %j', async (filter, names) => {
		emulator.addForm({ id: 'frm_a', name: 'Contact us' });
		emulator.addForm({ id: 'frm_b', name: 'Booking' });

		expect((await forms(filter)).map(({ name }) => name).sort()).toEqual(names.sort());
	});

	it('offers nothing that n8n would run as an expression once it is chosen', async () => {
		emulator.addForm({ id: '=frm', name: '={{ $json.secret }}' });

		const [chosen] = await forms();

		expect(chosen).toEqual({ name: "'={{ $json.secret }}", value: '={{ "\\u003dfrm" }}' });
	});

	it('says what to do if there is no form', async () => {
		await expect(forms()).rejects.toThrow(
			/no forms in this workspace yet\. Create one in the service/,
		);
	});
});

describe('the list of forms in which a choice is optional', () => {
	const all = { name: 'All forms', value: '' };
	const entries = async (filter?: string) =>
		(await searchFormsOrAll.call(context(), filter)).results;

	it('begins with an entry for all forms, stored as if nothing were chosen', async () => {
		const { id } = emulator.addForm({ name: 'Contact' });

		expect(await entries()).toEqual([all, { name: 'Contact', value: id }]);
	});

	it('is the one in all nodes but the webhook trigger, which watches one form', () => {
		const nodes = [new FormSubmissions(), new FormSubmissionsPollingTrigger()];
		const lists = nodes.map(({ methods }) => methods.listSearch.searchForms);

		expect(lists).toEqual([searchFormsOrAll, searchFormsOrAll]);
		expect(new FormSubmissionsTrigger().methods.listSearch.searchForms).toBe(searchForms);
	});
});

describe('the list of submissions', () => {
	const search = async (filter?: string, token?: string) =>
		await searchSubmissions.call(context(), filter, token);

	let formId: string;

	beforeEach(() => {
		formId = emulator.addForm().id;
	});

	it.each([
		['the first field with text', { a: ' ', b: 5, c: ' Bakery ', d: 'x' }, 'Bakery'],
		['the ID where no field has text', { a: '', b: 5 }, 'sub_1'],
		['no more than 60 characters', { a: 'x'.repeat(100) }, 'x'.repeat(41)],
		['no half characters', { a: '🙂'.repeat(100) }, '🙂'.repeat(41)],
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

	it('loads older ones page by page until there are no more', async () => {
		const ids = emulator.addSubmissions(formId, 150).map(({ id }) => id);

		const first = await search();
		const second = await search(undefined, String(first.paginationToken));

		const values = [...first.results, ...second.results].map(({ value }) => value);
		expect(values).toEqual(ids.reverse());
		expect(second.paginationToken).toBeUndefined();
	});

	it('finds by text or ID, and offers the next page even if nothing on this one matches', async () => {
		emulator.addSubmissions(formId, 150, { data: (i) => ({ name: `Person ${i}` }) });
		emulator.addSubmission({ formId, id: 'sub_special', data: { name: 'Zoë' } });

		expect((await search('person 149')).results).toHaveLength(1);
		expect((await search('SPECIAL')).results).toHaveLength(1);
		expect(await search('nobody')).toEqual({ results: [], paginationToken: expect.any(String) });
	});
});
