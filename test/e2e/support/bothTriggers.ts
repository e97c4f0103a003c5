import { READ_SCOPES, WRITE_SCOPE, type Emulator } from '../../emulator';
import type { N8nClient } from '../../sandbox/client/n8nClient';
import { CREDENTIAL_TYPE } from '../../sandbox/client/workflowFile';
import { waitFor } from '../../sandbox/host/waitFor';
import { POLLING_NODE, triggerWorkflow } from './triggerWorkflow';

/** What it needs of a host; `n8n` is the client of the n8n that is currently running. */
type Host = { emulator: Emulator; baseUrl: string; n8n: () => N8nClient };

const WEBHOOK_NODE = 'New Submission';

/** Publishes a workflow that both triggers start, each once for each submission. */
export async function publishBothTriggers({ emulator, baseUrl, n8n }: Host) {
	const newData = () => ({
		baseUrl,
		apiKey: emulator.addKey({ scopes: [...READ_SCOPES, WRITE_SCOPE] }),
	});
	const credential = await n8n().credentials.create(CREDENTIAL_TYPE, 'Own key', newData());
	const formId = emulator.addForm({ name: 'Contact' }).id;
	const { id } = await n8n().workflows.create(
		triggerWorkflow()({ credential, formId, withPolling: true }),
	);
	await n8n().workflows.publish(id);
	const submitted: string[] = [];
	const returnedBy = async (node: string) =>
		(await n8n().executions.ofWorkflow(id)).flatMap(({ output }) =>
			output(node).map((row) => row.id),
		);
	return {
		/** The IDs of what was submitted, oldest first. */
		submitted,
		/** The IDs of what ran the workflow, in this order. */
		delivered: async () => await returnedBy(WEBHOOK_NODE),
		polled: async () => await returnedBy(POLLING_NODE),
		destinations: () => emulator.destinations(formId),
		/** With another key, a secret that is lost can't be derived again. */
		changeKey: async () => await n8n().credentials.update(credential, newData()),
		/** Returns the status with which n8n answered the delivery. */
		async submit(): Promise<number | undefined> {
			const { submission, results } = await emulator.submit(formId, { name: 'Ada' });
			submitted.push(submission.id);
			return results[0]?.status;
		},
		/** Waits until the polling trigger has returned all of them. */
		async untilPolled() {
			await waitFor(`${submitted.length} polled submissions`, async (see) => {
				const polled = await returnedBy(POLLING_NODE);
				see(polled);
				return submitted.every((one) => polled.includes(one)) ? true : undefined;
			});
		},
	};
}
