import type { Emulator } from '../../../emulator';
import { runAction } from '../../support/n8n';
import { startService, stopService } from '../../support/service';

describe('Submission: Get Many', () => {
	let emulator: Emulator;
	let apiKey: string;
	let formId: string;

	beforeEach(() => {
		({ emulator, apiKey } = startService());
		formId = emulator.addForm({ name: 'Contact' }).id;
	});

	afterEach(() => stopService(emulator));

	const getAll = async (parameters: object, items?: Array<Record<string, string>>) =>
		await runAction(
			{
				parameters: { resource: 'submission', operation: 'getAll', ...parameters },
				credential: { apiKey },
			},
			items,
		);

	const limitsAskedFor = () =>
		emulator.requests
			.filter(({ path }) => path === '/v1/submissions')
			.map(({ query }) => query.limit);

	it('requests 100, 100, and 50 submissions if the limit is 250', async () => {
		emulator.addSubmissions(formId, 300);

		const items = await getAll({ returnAll: false, limit: 250 });

		expect(items).toHaveLength(250);
		expect(limitsAskedFor()).toEqual(['100', '100', '50']);
	});

	it.each([0, -1, 2.5, 'many'])('rejects the limit %p with a clear message', async (limit) => {
		await expect(getAll({ limit })).rejects.toThrow(/Enter a whole number of 1 or more/);
		expect(emulator.requests).toHaveLength(0);
	});

	it('excludes quarantined, spam, and test submissions unless requested', async () => {
		const [plain] = emulator.addSubmissions(formId, 1);
		const [spam] = emulator.addSubmissions(formId, 1, { status: 'spam' });
		const [quarantined] = emulator.addSubmissions(formId, 1, { status: 'quarantined' });
		const [test] = emulator.addSubmissions(formId, 1, { data: () => ({ _test: true }) });
		const ids = async (filters: object) =>
			(await getAll({ filters })).map(({ json }) => json.id).sort();

		expect(await ids({})).toEqual([plain?.id]);
		expect(await ids({ includeTest: true })).toEqual([plain?.id, test?.id].sort());
		expect(await ids({ status: ['spam', 'quarantined'] })).toEqual(
			[spam?.id, quarantined?.id].sort(),
		);
	});

	it('lists only the chosen form, selected from the list or entered as an ID with spaces', async () => {
		const other = emulator.addForm({ name: 'Other' });
		emulator.addSubmissions(formId, 2);
		const [wanted] = emulator.addSubmissions(other.id, 1);
		const locator = (mode: string, value: string) => ({
			formId: { __rl: true, mode, value },
		});

		expect((await getAll(locator('list', other.id))).map(({ json }) => json.id)).toEqual([
			wanted?.id,
		]);
		expect(await getAll(locator('id', `  ${other.id} `))).toHaveLength(1);
		expect(await getAll(locator('list', ''))).toHaveLength(3);
	});

	it('runs for every input item and pairs its output with that item', async () => {
		const other = emulator.addForm({ name: 'Other' });
		emulator.addSubmissions(formId, 2);
		emulator.addSubmissions(other.id, 1);

		const items = await getAll({ formId: { __rl: true, mode: 'id', value: '={{ $json.form }}' } }, [
			{ form: formId },
			{ form: other.id },
		]);

		expect(items.map(({ json, pairedItem }) => [json.formId, pairedItem])).toEqual([
			[formId, { item: 0 }],
			[formId, { item: 0 }],
			[other.id, { item: 1 }],
		]);
	});
});
