import { randomUUID } from 'node:crypto';

import { triggerWorkflow } from '../../e2e/support/triggerWorkflow';
import { TRIGGER } from '../../sandbox/client/workflowFile';
import type { QueueWorld, Service } from './queueWorld';

/** Publishes a workflow that each delivery for its own form starts, and that works for a given time. */
export async function publishReceiver(
	{ n8n }: QueueWorld,
	{ emulator, credential }: Service,
	workSeconds: number,
) {
	const formId = emulator.addForm({ name: 'Contact' }).id;
	const file = triggerWorkflow()({ credential, formId });
	/** Stands in for a call to another service that takes this long. */
	const work = {
		type: 'n8n-nodes-base.wait',
		typeVersion: 1.1,
		// n8n's PostgreSQL schema doesn't allow longer IDs for registered nodes.
		id: randomUUID(),
		parameters: { resume: 'timeInterval', amount: workSeconds, unit: 'seconds' },
	};
	const { id: workflowId } = await n8n.workflows.create({
		...file,
		nodes: file.nodes.map((node) => (node.name === TRIGGER ? node : { ...node, ...work })),
	});
	await n8n.workflows.publish(workflowId);
	const [destination, ...others] = emulator.destinations(formId);
	if (!destination || others.length > 0)
		throw new Error('Not exactly one destination was registered');
	return { workflowId, formId, destination };
}
