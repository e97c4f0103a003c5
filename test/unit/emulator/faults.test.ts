import type { Fault } from '../../emulator';
import { get, post, startEmulator } from './client';

describe('scripted faults', () => {
	it('are reported if no request met them', () => {
		const { emulator, key } = startEmulator();
		emulator.failNext({ status: 500 }, { times: 2 });
		get(emulator, key, '/v1/forms');

		expect(() => emulator.assertNoUnusedFaults()).toThrow('1 × {"status":500}');
		get(emulator, key, '/v1/forms');
		expect(() => emulator.assertNoUnusedFaults()).not.toThrow();
	});

	it.each<[Fault, number]>([
		['failAfterAccepting', 1],
		['reset', 0],
	])('(%s) on a write leave %d destinations behind', (fault, count) => {
		const { emulator, key, form } = startEmulator();
		emulator.failNext(fault);

		const create = () =>
			post(emulator, key, `/v1/forms/${form.id}/destinations`, {
				provider: 'webhook',
				fields: { url: 'https://example.com/hook' },
			});

		expect(create).toThrow('got reset');
		expect(emulator.destinations()).toHaveLength(count);
	});
});
