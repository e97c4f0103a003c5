import type { Emulator } from '../../emulator';
import { runAction } from '../../support/n8n';
import { startService, stopService } from '../../support/service';

describe('Form: Get Many', () => {
	let emulator: Emulator;
	let apiKey: string;

	beforeEach(() => {
		({ emulator, apiKey } = startService());
	});

	afterEach(() => stopService(emulator));

	const getAll = async (parameters: object = {}) =>
		await runAction({
			parameters: { resource: 'form', operation: 'getAll', ...parameters },
			credential: { apiKey },
		});

	const addForms = (count: number) =>
		Array.from({ length: count }, (_, i) => emulator.addForm({ name: `Form ${i}` }));

	it('returns every form as the service sent it', async () => {
		const forms = addForms(3);

		const items = await getAll({ returnAll: true });

		expect(items.map(({ json }) => json.id).sort()).toEqual(forms.map(({ id }) => id).sort());
		expect(items[0]?.json).toHaveProperty('isTestMode', false);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(Array(3).fill({ item: 0 }));
	});

	it.each([
		[{ returnAll: true }, 60],
		[{ returnAll: false, limit: 2 }, 2],
		[{ limit: 100 }, 60],
		[{}, 50],
	])('of 60 forms returns, with %j, %i', async (parameters, count) => {
		addForms(60);

		expect(await getAll(parameters)).toHaveLength(count);
		expect(emulator.requests).toHaveLength(1);
	});
});
