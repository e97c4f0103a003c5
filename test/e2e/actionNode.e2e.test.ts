import { loadExample } from '../sandbox/client/examples';
import {
	ACTION,
	actionNode,
	actionWorkflow,
	byId,
	CREDENTIAL_TYPE,
	inARow,
	makeNode,
	START,
	startNode,
} from '../sandbox/client/workflowFile';
import { waitFor } from '../sandbox/host/waitFor';
import { createEmulator } from '../emulator';
import { useHost } from './support/host';

const MANUAL_TRIGGER = 'When clicking ‘Execute workflow’';
const LIMIT = 5;
const GET_ALL = { resource: 'submission', operation: 'getAll', returnAll: true };

describe('The action node in a real n8n', () => {
	const host = useHost();

	it('lists the forms of the workspace', async () => {
		const { n8n, emulator, credential } = host();
		const form = emulator.addForm({ name: 'Réservation' });
		const { id } = await n8n.workflows.create(loadExample('list-forms', { credential }));
		const execution = await n8n.executions.run(id, { trigger: MANUAL_TRIGGER });
		expect(execution.output('List forms')).toContainEqual(form);
	});

	it('says in hints which fields share a column, and that it ran for each input item', async () => {
		const { n8n, emulator, credential } = host();
		const form = emulator.addForm();
		emulator.addSubmission({ formId: form.id, data: { 'E-mail': 'a', 'E mail': '' } });
		const parameters = { ...GET_ALL, formId: byId(form.id), options: { names: 'plain' } };
		const three = makeNode('Three', 'n8n-nodes-base.code', {
			jsCode: 'return [1, 2, 3].map((n) => ({ json: { n } }));',
		});
		const nodes = [startNode(), three, actionNode(credential, parameters)];
		const { id } = await n8n.workflows.create(inARow('For each', nodes));

		const execution = await n8n.executions.run(id, { trigger: START });

		expect(execution.output(ACTION)).toHaveLength(3);
		expect(execution.output(ACTION)[0]).toMatchObject({ E_mail: 'a, ' });
		expect(execution.hints(ACTION)).toEqual([
			expect.stringContaining('"E_mail" (of the fields "E-mail", "E mail")'),
			expect.stringMatching(/^Ran once for each of 3 input items, .*Execute Once/),
		]);
	});

	it('runs once with Retry On Fail, even if a form has a field named error', async () => {
		const { n8n, emulator, credential } = host();
		const form = emulator.addForm();
		emulator.addSubmission({ formId: form.id, data: { error: 'Printer on fire' } });
		const workflow = actionWorkflow(credential, { ...GET_ALL, formId: byId(form.id) });
		const nodes = workflow.nodes.map((node) => ({ ...node, retryOnFail: true }));
		const { id } = await n8n.workflows.create({ ...workflow, nodes });

		const execution = await n8n.executions.run(id, { trigger: START });

		const asked = emulator.requests.filter(({ query }) => query.form_id === form.id);
		expect(execution.output(ACTION)).toMatchObject([{ field_error: 'Printer on fire' }]);
		expect(asked).toHaveLength(1);
	});

	describe('stopping', () => {
		const emulator = createEmulator({ limitPerWindow: LIMIT });

		afterAll(async () => await emulator.stop());

		it('ends a walk that is waiting for the rate limit, and sends no further requests', async () => {
			const { n8n } = host();
			const form = emulator.addForm({ name: 'Contact' });
			emulator.addSubmissions(form.id, 2_000);
			const values = { baseUrl: await emulator.listen(), apiKey: emulator.addKey() };

			const credential = await n8n.credentials.create(CREDENTIAL_TYPE, 'Few', values);
			const { id } = await n8n.workflows.create(actionWorkflow(credential, GET_ALL));

			const executionId = await n8n.executions.start(id, { trigger: START });
			await waitFor('the walk to use up the limit', () => emulator.requests.length === LIMIT);
			await n8n.executions.stop(executionId);
			const execution = await n8n.executions.waitForEnd(executionId);

			expect(execution.status).toBe('canceled');
			expect(emulator.requests).toHaveLength(LIMIT);
			expect(emulator.tooManyRequestsCount()).toBe(0);
		});
	});
});
