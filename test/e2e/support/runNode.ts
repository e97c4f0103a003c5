import type { CredentialRef, Execution } from '../../../sandbox/client/n8nClient';
import {
	ACTION_TYPE,
	credentialsOf,
	inARow,
	makeNode,
	START,
	startNode,
} from '../../../sandbox/client/workflowFile';
import type { Host } from './host';

export const NODE_NAME = 'Form Submissions';

export type NodeRun = {
	/** The node gets one input item for each. Default: one item. */
	inputs?: string[];
	onError?: 'continueRegularOutput';
	credential?: CredentialRef;
};

/** Runs the action node in a new workflow, where each input is available as `$json.input`. */
export async function runNode(
	{ n8n, credential: ownCredential }: Host,
	parameters: Record<string, unknown>,
	{ inputs = ['only'], onError, credential = ownCredential }: NodeRun = {},
): Promise<Execution> {
	const name = `${String(parameters.resource)} ${String(parameters.operation)}`;
	const file = inARow(name, [
		startNode(),
		makeNode(
			'Make a list',
			'n8n-nodes-base.set',
			{ mode: 'raw', jsonOutput: JSON.stringify({ input: inputs }), options: {} },
			{ typeVersion: 3.4 },
		),
		makeNode('Make items', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'input', options: {} }),
		makeNode(NODE_NAME, ACTION_TYPE, parameters, {
			credentials: credentialsOf(credential),
			onError,
		}),
	]);
	const { id } = await n8n.workflows.create(file);
	try {
		return await n8n.executions.run(id, { trigger: START });
	} finally {
		await n8n.workflows.archive(id);
		await n8n.workflows.remove(id);
	}
}
