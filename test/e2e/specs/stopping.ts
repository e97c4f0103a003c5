import { waitFor } from '../../../sandbox/host/waitFor';
import { createEmulator } from '../../../emulator';
import { START } from '../../../sandbox/client/workflowFile';
import { actionWorkflow } from '../support/actionWorkflow';
import type { Host } from '../support/host';
import { withCredential } from '../support/withCredential';

const LIMIT = 5;
const GET_ALL = { resource: 'submission', operation: 'getAll', returnAll: true };

/** An execution that a user stops ends immediately. */
export function describeStopping(host: () => Host): void {
	describe('stopping', () => {
		const emulator = createEmulator({ limitPerWindow: LIMIT });

		afterAll(async () => await emulator.stop());

		it('ends a walk that is waiting for the rate limit, and sends no further requests', async () => {
			const { n8n } = host();
			const form = emulator.addForm({ name: 'Contact' });
			emulator.addSubmissions(form.id, 2_000);
			const values = { baseUrl: await emulator.listen(), apiKey: emulator.addKey() };

			const execution = await withCredential(host(), values, async (credential) => {
				const { id } = await n8n.workflows.create(actionWorkflow('Fetch', credential, GET_ALL));
				const executionId = await n8n.executions.start(id, { trigger: START });
				await waitFor('the walk to use up the limit', () =>
					emulator.requests.length === LIMIT ? true : undefined,
				);
				await n8n.executions.stop(executionId);
				return await n8n.executions.waitForEnd(executionId, 10_000);
			});

			expect(execution.status).toBe('canceled');
			expect(emulator.requests).toHaveLength(LIMIT);
			expect(emulator.tooManyRequestsCount()).toBe(0);
		});
	});
}
