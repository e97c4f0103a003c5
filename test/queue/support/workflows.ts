import { randomUUID } from 'node:crypto';

import { byId, type WorkflowFile, type WorkflowNode } from '../../sandbox/client/workflowFile';
import { actionWorkflow } from '../../e2e/support/actionWorkflow';
import { triggerWorkflow } from '../../e2e/support/triggerWorkflow';
import type { Destination } from '../../emulator';
import type { Instance, Service } from './queueWorld';

export const TRIGGER = 'New Submission';
export const EXPORT = 'Get All Submissions';
export { START } from '../../sandbox/client/workflowFile';

export type Receiving = { workflowId: string; formId: string; destination: Destination };

/** Publishes a workflow that new submissions of its own form start, and that works for a given time. */
export async function publishReceiver(
	{ n8n }: Instance,
	{ emulator, credential }: Service,
	workSeconds: number,
): Promise<Receiving> {
	const form = emulator.addForm({ name: 'Contact' });
	const file = triggerWorkflow()({ credential, formId: form.id });
	const { id } = await n8n.workflows.create({
		...file,
		nodes: file.nodes.map((node) => (node.name === TRIGGER ? node : working(node, workSeconds))),
	});
	await n8n.workflows.publish(id);
	const [destination, ...others] = emulator.destinations(form.id);
	if (!destination || others.length > 0)
		throw new Error('Not exactly one destination was registered');
	return { workflowId: id, formId: form.id, destination };
}

/** Stands in for a call to another service that takes this long. */
function working(node: WorkflowNode, seconds: number): WorkflowNode {
	return {
		...node,
		// n8n's PostgreSQL schema doesn't allow longer IDs for registered nodes.
		id: randomUUID(),
		type: 'n8n-nodes-base.wait',
		typeVersion: 1.1,
		parameters: { resume: 'timeInterval', amount: seconds, unit: 'seconds' },
	};
}

/** A workflow that fetches all submissions of a form. */
export function exportWorkflow({ credential }: Service, formId: string): WorkflowFile {
	return actionWorkflow(EXPORT, credential, {
		resource: 'submission',
		operation: 'getAll',
		formId: byId(formId),
		returnAll: true,
	});
}
