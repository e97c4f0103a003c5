import type { Answer } from '../emulator';
import type { JsonObject } from '../sandbox/client/n8nClient';
import {
	fromList,
	inARow,
	makeNode,
	POLLING_TRIGGER,
	pollingNode,
	TRIGGER,
	withNode,
} from '../sandbox/client/workflowFile';
import { publishComplete } from './support/completeTrigger';
import { useHost } from './support/host';
import { credentialOfItsOwn } from './support/polledForm';
import { EVERY_TEN_SECONDS, triggerWorkflow } from './support/triggerWorkflow';

const UNAVAILABLE: Answer = { kind: 'response', status: 503, headers: {}, body: '' };

describe('What fails in a real n8n', () => {
	const host = useHost();

	/** From here on, no list of submissions can be read. */
	const breakLists = () =>
		host().emulator.onAnswer(({ method, url }, answer) =>
			method === 'GET' && url.includes('/submissions') ? UNAVAILABLE : answer,
		);

	it('is no delivery twice, if the mode is changed while the list cannot be read, and n8n restarts', async () => {
		const { emulator, credential } = host();
		const form = await publishComplete(host());
		await form.untilRun(await form.submit());
		breakLists();
		const { workflowId, formId, make } = form;
		const changed = make({ credential, formId, mode: 'deliveries' });
		await host().n8n.workflows.update(workflowId, changed);
		await expect(host().n8n.workflows.publish(workflowId)).rejects.toThrow(/is unavailable/);

		const statuses: number[] = [];
		for (let count = 0; count < 3; count++) {
			const { submission, results } = await emulator.submit(formId, { name: 'Ada' });
			form.wanted.push(submission.id);
			statuses.push(...results.map(({ status }) => status));
		}
		await host().kill();
		await host().start();
		emulator.onAnswer(undefined);
		await host().n8n.workflows.publish(workflowId);
		await form.untilRun(await form.submit());

		expect(statuses).toEqual([503, 503, 503]);
		const ids = (await form.rows()).map(({ id }) => String(id));
		expect(ids.sort()).toEqual([...form.wanted].sort());
	});

	it('is told to an error workflow with what to do, the node, and the form: a deleted credential', async () => {
		const { n8n } = host();
		const { credential } = await credentialOfItsOwn(host());
		const form = host().emulator.addForm({ name: 'Contact' });
		const handler = inARow('Errors', [makeNode('Error', 'n8n-nodes-base.errorTrigger', {})]);
		const { id: errorWorkflow } = await n8n.workflows.create(handler);
		const parameters = { pollTimes: EVERY_TEN_SECONDS, formId: fromList(form) };
		const file = inARow('Polling', [pollingNode(credential, parameters)]);
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
			context: { node: POLLING_TRIGGER, form: 'Contact' },
		});
	});

	it('is shown in a test of the webhook trigger: a filter that leaves out what came', async () => {
		const { emulator, credential, n8n } = host();
		const formId = emulator.addForm({ name: 'Orders' }).id;
		const match = [{ fieldName: 'amount', fieldValue: '> 10000' }];
		const unfiltered = triggerWorkflow()({ credential, formId, mode: 'complete' });
		const file = withNode(unfiltered, TRIGGER, ({ parameters }) => ({
			parameters: { ...parameters, filters: { fieldMatch: { match } } },
		}));
		const { id } = await n8n.workflows.create(file);

		await n8n.executions.listen(id, { trigger: TRIGGER });
		await emulator.submit(formId, { amount: '12000' });
		const [test] = await n8n.executions.waitForCount(id, 1);

		expect(test?.status).toBe('error');
		expect(test?.error).toMatch(
			/'Field Value' leaves it out.*"> 10000" is looked for in the form field "amount", which has "12000"\./,
		);
	});
});
