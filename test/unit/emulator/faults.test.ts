import { get, startEmulator } from './client';

describe('scripted faults', () => {
	it('are reported if no request met them', () => {
		const { emulator, key } = startEmulator();
		emulator.failNext({ status: 500 }, { times: 2 });
		get(emulator, key, '/v1/forms');

		expect(() => emulator.assertNoUnusedFaults()).toThrow('1 × {"status":500}');
		get(emulator, key, '/v1/forms');
		expect(() => emulator.assertNoUnusedFaults()).not.toThrow();
	});
});
