import { randomUUID } from 'node:crypto';

import type { CredentialRef, WorkflowFile } from '../../../sandbox/n8nClient';
import { waitFor } from '../../../sandbox/waitFor';
import { createEmulator } from '../../emulator';
import { CREDENTIAL_TYPE, type Host } from '../support/host';
import { NODE_TYPE } from '../support/runNode';
import { withCredential } from '../support/withCredential';

const LIMIT = 5;

/** A person stops an execution, and it ends there and then. */
export function describeStopping(host: () => Host): void {
	describe('stopping', () => {
		const emulator = createEmulator({ limitPerWindow: LIMIT });

		afterAll(async () => await emulator.stop());

		it('ends a walk that waits for the rate limit, and sends no further request', async () => {
			const { n8n } = host();
			const form = emulator.addForm({ name: 'Contact' });
			emulator.addSubmissions(form.id, 2_000);
			const values = { baseUrl: await emulator.listen(), apiKey: emulator.addKey() };

			const execution = await withCredential(host(), values, async (credential) => {
				const { id } = await n8n.workflows.create(exportWorkflow(credential));
				const executionId = await n8n.executions.start(id, { trigger: 'Start' });
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

function exportWorkflow({ id, name }: CredentialRef): WorkflowFile {
	return {
		name: 'Export',
		settings: {},
		connections: { Start: { main: [[{ node: 'Fetch', type: 'main', index: 0 }]] } },
		nodes: [
			{
				id: randomUUID(),
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			{
				id: randomUUID(),
				name: 'Fetch',
				type: NODE_TYPE,
				typeVersion: 1,
				position: [200, 0],
				parameters: { resource: 'submission', operation: 'getAll', returnAll: true },
				credentials: { [CREDENTIAL_TYPE]: { id, name } },
			},
		],
	};
}
