import { randomUUID } from 'node:crypto';

import { byId, inARow, TRIGGER, triggerNode } from '../sandbox/client/workflowFile';
import { waitFor } from '../sandbox/host/waitFor';
import { testedInstallation, useHost } from '../e2e/support/host';
import { publishTrigger } from '../e2e/support/publishTrigger';

/** What n8n makes of the expressions in the trigger's webhook, which it documents nowhere. */
describe(`The trigger's address in n8n ${testedInstallation().versions.n8n}`, () => {
	const host = useHost();

	/** The status that n8n answers at an address: 401 if a trigger is there, to a request that isn't signed. */
	const statusAt = async (url: string) => (await fetch(url, { method: 'POST' })).status;

	it('is none in a test, which shows the newest submission at once, published or not', async () => {
		const { n8n, emulator } = host();
		const trigger = await publishTrigger(host());
		const [destination] = emulator.destinations(trigger.formId);
		const { id } = emulator.addSubmission({ formId: trigger.formId });
		const test = async () => await n8n.executions.run(trigger.workflowId, { trigger: TRIGGER });

		const published = await test();
		await n8n.workflows.unpublish(trigger.workflowId);
		const unpublished = await test();

		for (const { status, output } of [published, unpublished]) {
			expect({ status, rows: output(TRIGGER) }).toMatchObject({
				status: 'success',
				rows: [{ id }],
			});
		}
		expect(emulator.destinations(trigger.formId)).toEqual([destination]);
		const testUrl = destination?.url.replace('/webhook/', '/webhook-test/') ?? '';
		expect(await statusAt(testUrl)).toBe(404);
	});

	it('is there while the workflow is published, after a restart and a kill, too', async () => {
		const trigger = await publishTrigger(host());
		const { url = '' } = host().emulator.destinations(trigger.formId)[0] ?? {};
		const isThere = async () =>
			await waitFor('the address', async () => (await statusAt(url)) === 401);

		expect(await statusAt(url)).toBe(401);
		await trigger.untilRun(await trigger.submit());
		await host().stop();
		await host().start();
		await isThere();
		await trigger.untilRun(await trigger.submit());
		await host().kill();
		await host().start();
		await isThere();
		await trigger.untilRun(await trigger.submit());
		await host().n8n.workflows.unpublish(trigger.workflowId);
		expect(await statusAt(url)).toBe(404);
	});

	it('is one for each of two workflows that were imported from one file', async () => {
		const { n8n, emulator, credential } = host();
		const webhookId = randomUUID();
		const published = [];
		for (const name of ['The file', 'The file, imported again']) {
			const formId = emulator.addForm({ name: 'Contact' }).id;
			const node = triggerNode(credential, { formId: byId(formId) }, { webhookId });
			const { id } = await n8n.workflows.create(inARow(name, [node]));
			await n8n.workflows.publish(id);
			published.push({ id, formId });
		}
		const hear = async ({ id, formId }: { id: string; formId: string }) => {
			const { submission, results } = await emulator.submit(formId, { name: 'Ada' });
			const [run] = await n8n.executions.waitForCount(id, 1);
			return [results.map(({ status }) => status), run?.output(TRIGGER)[0]?.id === submission.id];
		};

		for (const one of published) expect(await hear(one)).toEqual([[200], true]);
		const [first, second] = published;
		await n8n.workflows.unpublish(second?.id ?? '');
		const { results } = await emulator.submit(first?.formId ?? '', { name: 'Grace' });
		expect(results.map(({ status }) => status)).toEqual([200]);
	});
});
