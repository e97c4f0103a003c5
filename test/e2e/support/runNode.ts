import type { CredentialRef, Execution } from '../../sandbox/client/n8nClient';
import { START } from '../../sandbox/client/workflowFile';
import { actionWorkflow } from './actionWorkflow';
import type { Host } from './host';

export const NODE_NAME = 'Form Submissions';

/** Runs the action node in a new workflow. */
export async function runNode(
	{ n8n, credential: ownCredential }: Host,
	parameters: Record<string, unknown>,
	credential: CredentialRef = ownCredential,
): Promise<Execution> {
	const file = actionWorkflow(NODE_NAME, credential, parameters);
	const { id } = await n8n.workflows.create(file);
	try {
		return await n8n.executions.run(id, { trigger: START });
	} finally {
		await n8n.workflows.archive(id);
		await n8n.workflows.remove(id);
	}
}
