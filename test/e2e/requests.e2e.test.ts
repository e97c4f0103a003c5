import { START } from '../sandbox/client/workflowFile';
import { waitFor } from '../sandbox/host/waitFor';
import { createEmulator } from '../emulator';
import { actionWorkflow } from './support/actionWorkflow';
import { startHost, type Host } from './support/host';
import { NODE_NAME } from './support/runNode';
import { withCredential } from './support/withCredential';

const GET_ALL = { resource: 'submission', operation: 'getAll', returnAll: true };

describe('The requests of a real n8n', () => {
	let host: Host;

	beforeAll(async () => {
		host = await startHost({});
	});

	afterAll(async () => await host?.stop());

	it('of one run use the credential as it was when the run began', async () => {
		const { n8n } = host;
		const [emulator, other] = [
			createEmulator({ limitPerWindow: 3, windowMs: 10_000 }),
			createEmulator(),
		];
		emulator.addSubmissions(emulator.addForm().id, 450);
		const values = { baseUrl: await emulator.listen(), apiKey: emulator.addKey() };
		const edited = { baseUrl: await other.listen(), apiKey: other.addKey() };

		const execution = await withCredential(host, values, async (credential) => {
			const parameters = { ...GET_ALL, simplify: false };
			const file = actionWorkflow(NODE_NAME, credential, parameters);
			const { id } = await n8n.workflows.create(file);
			const executionId = await n8n.executions.start(id, { trigger: START });
			await waitFor('the walk to use up the limit', () =>
				emulator.requests.length === 3 ? true : undefined,
			);
			await n8n.credentials.update(credential, edited);
			return await n8n.executions.waitForEnd(executionId);
		});

		expect(execution.error).toBeUndefined();
		expect(execution.output(NODE_NAME)).toHaveLength(450);
		expect(other.requests).toEqual([]);
		await Promise.all([emulator.stop(), other.stop()]);
	});
});
