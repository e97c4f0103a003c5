/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import { waitFor } from '../sandbox/host/waitFor';
import { createPolledForm } from './support/polledForm';
import { DURABLE, useHost } from './support/host';
import { EVERY_TEN_SECONDS, pollingWorkflow } from './support/triggerWorkflow';

/** How long after a poll's response n8n is killed (milliseconds): before, around and after its commit. */
const KILLED_AFTER_MS = (process.env.KILLED_AFTER_MS ?? '0,15,60').split(',').map(Number);

describe('Polls with durable cursors', () => {
	const host = useHost(() => DURABLE);

	/** Waits for a poll, and kills n8n the given time after the response to its list request. */
	async function killAfterPoll(delayMs: number): Promise<void> {
		const answered = new Promise<void>((resolve) => {
			host().emulator.onAnswer((request, answer) => {
				if (request.url.startsWith('/v1/submissions')) setTimeout(resolve, delayMs);
				return answer;
			});
		});
		await answered;
		await host().kill();
		host().emulator.onAnswer(undefined);
	}

	it('lose and repeat nothing, no matter when n8n is killed', async () => {
		const polled = await createPolledForm(host());
		await host().n8n.workflows.publish(polled.workflowId);

		for (const delayMs of KILLED_AFTER_MS) {
			polled.arrive(3);
			await killAfterPoll(delayMs);
			await host().start();
		}
		polled.arrive(3);

		expect(await polled.everything()).toEqual(polled.arrived);
	});

	it('repeat nothing if several poll times are due at once', async () => {
		const same = ['* * * *', '*/1 * * *', '* */1 * *', '* * */1 *'];
		const item = EVERY_TEN_SECONDS.item.flatMap(({ mode, cronExpression }) =>
			same.map((rest) => ({ mode, cronExpression: cronExpression.replace('* * * *', rest) })),
		);
		const polled = await createPolledForm(host(), (formId) =>
			pollingWorkflow(host().credential, formId, { pollTimes: { item } }),
		);
		await host().n8n.workflows.publish(polled.workflowId);
		for (let round = 0; round < 3; round++) {
			polled.arrive(30);
			await polled.all();
		}

		expect(await polled.everything()).toEqual(polled.arrived);
	});

	it('return everything received since another form was published', async () => {
		const { n8n, emulator, credential } = host();
		const polled = await createPolledForm(host(), (formId) => pollingWorkflow(credential, formId));
		await n8n.workflows.publish(polled.workflowId);
		polled.arrive(1);
		await polled.all();
		const other = emulator.addForm().id;
		await n8n.workflows.update(polled.workflowId, pollingWorkflow(credential, other));
		await n8n.workflows.publish(polled.workflowId);

		const { id } = emulator.addSubmission({ formId: other });

		await waitFor('its submission', async () => (await polled.returned()).includes(id));
	});
});
