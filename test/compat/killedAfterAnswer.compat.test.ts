import { startHost, testedInstallation } from '../e2e/support/host';
import { triggerWorkflow } from '../e2e/support/triggerWorkflow';
import { countStoredExecutions } from '../e2e/support/database';

const ROUNDS = 5;

describe(`n8n ${testedInstallation().versions.n8n}, killed as soon as it has accepted a delivery`, () => {
	it('has stored each execution', async () => {
		const host = await startHost();
		const stored: number[] = [];
		try {
			const form = host.emulator.addForm({ name: 'Contact' });
			const file = triggerWorkflow()({ credential: host.credential, formId: form.id });
			const { id } = await host.n8n.workflows.create(file);
			await host.n8n.workflows.publish(id);
			for (let round = 0; round < ROUNDS; round++) {
				const { results } = await host.emulator.submit(form.id, { name: 'Ada' });
				await host.kill();
				expect(results.map(({ status }) => status)).toEqual([200]);
				stored.push(await countStoredExecutions(host.userFolder));
				if (round < ROUNDS - 1) await host.start();
			}
		} finally {
			await host.end();
		}
		expect(stored.at(-1)).toBe(ROUNDS);
	});
});
