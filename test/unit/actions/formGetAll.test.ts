import { emulator, runNode, useActionNode } from './actionNode';

describe('Form: Get Many', () => {
	useActionNode();

	const getAll = async (parameters: object = {}) =>
		await runNode({ resource: 'form', operation: 'getAll', ...parameters });

	it('returns every form as the service sent it', async () => {
		emulator.addForm({ name: 'Booking' });

		const { items } = await getAll({ returnAll: true });

		expect(items.map(({ json }) => json.name)).toEqual(['Contact', 'Booking']);
		expect(items[0]?.json).toHaveProperty('isTestMode', false);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }]);
	});

	it.each([
		[{ returnAll: true }, 60],
		[{ returnAll: false, limit: 2 }, 2],
		[{ limit: 100 }, 60],
		[{}, 50],
	])('of 60 forms returns, with %j, %i', async (parameters, count) => {
		for (let forms = 1; forms < 60; forms++) emulator.addForm();

		expect((await getAll(parameters)).rows).toHaveLength(count);
		expect(emulator.requests).toHaveLength(1);
	});
});
