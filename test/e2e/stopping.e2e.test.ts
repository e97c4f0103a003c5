import { randomUUID } from 'node:crypto';

import { waitFor } from '../../sandbox/waitFor';
import { CREDENTIAL_TYPE } from './support/host';
import { createRestartableHost, type RestartableHost } from './support/restartableHost';

const LIMIT = 5;

describe('Stopping an execution on a real n8n', () => {
	let host: RestartableHost;

	beforeAll(async () => {
		host = await createRestartableHost({}, LIMIT);
	}, 300_000);

	afterAll(async () => await host?.end(), 60_000);

	it('ends a walk that waits for the rate limit, and sends no further request', async () => {
		const form = host.emulator.addForm({ name: 'Contact' });
		host.emulator.addSubmissions(form.id, 2_000);
		const { id } = await host.n8n().workflows.create(exportWorkflow());
		const executionId = await host.n8n().executions.start(id, { trigger: 'Start' });
		await waitFor('the walk to use up the limit', () =>
			host.emulator.requests.length === LIMIT ? true : undefined,
		);

		await host.n8n().executions.stop(executionId);
		const execution = await host.n8n().executions.waitForEnd(executionId, 10_000);

		expect(execution.status).toBe('canceled');
		expect(host.emulator.requests).toHaveLength(LIMIT);
		expect(host.emulator.tooManyRequestsCount()).toBe(0);
	});

	function exportWorkflow() {
		const { id, name } = host.credential;
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
					type: 'n8n-nodes-form-submissions.formSubmissions',
					typeVersion: 1,
					position: [200, 0],
					parameters: { resource: 'submission', operation: 'getAll', returnAll: true },
					credentials: { [CREDENTIAL_TYPE]: { id, name } },
				},
			],
		};
	}
});
