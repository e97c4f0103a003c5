import { createEmulator, type Emulator } from '../../../emulator';
import { connectNetwork, disconnectNetwork } from '../../../support/network';
import { runAction } from '../../../support/n8n';

describe('a redirect', () => {
	const OTHER = 'https://elsewhere.test/v1/forms?token=abc#part';
	let emulator: Emulator;

	beforeEach(() => {
		emulator = createEmulator();
		connectNetwork(emulator);
	});

	afterEach(() => disconnectNetwork());

	it.each([302, 308])(
		'with %i is not followed, and the error says where it points, without the query',
		async (status) => {
			emulator.failNext({ status, headers: { location: OTHER } });
			const elsewhere = createEmulator();
			connectNetwork(elsewhere, 'https://elsewhere.test');

			const work = runAction({
				parameters: { resource: 'form', operation: 'getAll' },
				credential: { apiKey: emulator.addKey() },
			});

			await expect(work).rejects.toThrow(/\(https:\/\/elsewhere\.test\/v1\/forms\)/);
			await expect(work).rejects.not.toThrow(/token|abc|part/);
			expect(elsewhere.requests).toHaveLength(0);
			expect(emulator.requests).toHaveLength(1);
		},
	);
});
