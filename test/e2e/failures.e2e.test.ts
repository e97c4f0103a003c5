import type { JsonObject } from '../sandbox/client/n8nClient';
import {
	CREDENTIAL_TYPE,
	fromList,
	inARow,
	makeNode,
	TRIGGER,
	triggerNode,
	withNode,
} from '../sandbox/client/workflowFile';
import { useHost } from './support/host';
import { triggerWorkflow } from './support/triggerWorkflow';

describe('What fails in a real n8n', () => {
	const host = useHost();

	it('is told to an error workflow with what to do, the node, and the form: a deleted credential', async () => {
		const { n8n, emulator, baseUrl } = host();
		const data = { baseUrl, apiKey: emulator.addKey() };
		const credential = await n8n.credentials.create(CREDENTIAL_TYPE, 'Own key', data);
		const form = emulator.addForm({ name: 'Contact' });
		const handler = inARow('Errors', [makeNode('Error', 'n8n-nodes-base.errorTrigger', {})]);
		const { id: errorWorkflow } = await n8n.workflows.create(handler);
		const parameters = { formId: fromList(form), options: { register: false } };
		const file = inARow('New submissions', [triggerNode(credential, parameters)]);
		const { id } = await n8n.workflows.create({ ...file, settings: { errorWorkflow } });
		for (const one of [errorWorkflow, id]) await n8n.workflows.publish(one);

		await n8n.credentials.remove(credential);
		const [failed] = await n8n.executions.waitForCount(id, 1);
		const [told] = await n8n.executions.waitForCount(errorWorkflow, 1);
		await n8n.workflows.unpublish(id);

		expect(failed?.error).toMatch(
			/^This node's credential no longer exists\. Choose another credential/,
		);
		const [item] = told?.output('Error') ?? [];
		const { error } = item?.trigger as { error: JsonObject };
		expect(error).toMatchObject({
			message: "This node's credential no longer exists.",
			context: { node: TRIGGER, form: 'Contact' },
		});
	});

	it('is shown in a test of the trigger: a filter that leaves out what came', async () => {
		const { emulator, credential, n8n } = host();
		const formId = emulator.addForm({ name: 'Orders' }).id;
		const match = [{ fieldName: 'amount', fieldValue: '> 10000' }];
		const file = withNode(triggerWorkflow()({ credential, formId }), TRIGGER, (node) => ({
			parameters: { ...node.parameters, filters: { fieldMatch: { match } } },
		}));
		const { id } = await n8n.workflows.create(file);
		await emulator.submit(formId, { amount: '12000' });

		const test = await n8n.executions.run(id, { trigger: TRIGGER });

		expect(test.status).toBe('error');
		expect(test.error).toMatch(
			/has what 'Field Value'.*"> 10000" is looked for in the form field "amount", which has "12000"\./,
		);
	});
});
