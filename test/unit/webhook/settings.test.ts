import type { IDataObject } from 'n8n-workflow';

import { exists, publish, Publishing, unpublish } from '../../support/publishing';

let world: Publishing;

beforeEach(() => (world = new Publishing()));

afterEach(() => world.stop());

describe('publishing', () => {
	it.each([
		['2', 2],
		['', 1],
	])(
		'three times with the revision %p creates one destination, of revision %p',
		async (value, revision) => {
			const { staticData } = world.trigger();
			for (let time = 0; time < 3; time++) {
				await publish(
					world.trigger({ options: { revision: value } as IDataObject }, { staticData }),
				);
			}

			expect(world.secrets()).toEqual([world.derived(revision)]);
		},
	);

	it.each(['second', 0])(
		'with the revision %p is rejected with a message that names the option',
		async (value) => {
			const setup = world.trigger({ options: { revision: value } as IDataObject });

			await expect(publish(setup)).rejects.toThrow(/^'Register Again' .* Use a whole number of 1/);
			await unpublish(setup);
			expect(world.emulator.requests).toHaveLength(0);
		},
	);

	it('rejects a setting with which no delivery could be read', async () => {
		const setup = world.trigger({ simplify: 'perhaps' });

		await expect(exists(setup)).rejects.toThrow(/^'Simplify' is "perhaps"/);
		expect(world.emulator.destinations()).toEqual([]);
	});
});
