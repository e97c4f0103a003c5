import type { CredentialRef, Execution, WorkflowNode } from '../../../sandbox/client/n8nClient';
import { credentialsOf, makeNode, NODE_TYPE, START } from './actionWorkflow';
import type { Host } from './host';

export const NODE_NAME = 'Form Submissions';

export type NodeRun = {
	/** One input item of the node for each. Default: one. */
	inputs?: string[];
	onError?: 'continueRegularOutput';
	credential?: CredentialRef;
};

/** Runs the action node in a workflow of its own; an input is `$json.input` there. */
export async function runNode(
	{ n8n, credential: ownCredential }: Host,
	parameters: Record<string, unknown>,
	{ inputs = ['only'], onError, credential = ownCredential }: NodeRun = {},
): Promise<Execution> {
	const nodes: WorkflowNode[] = [
		makeNode(START, 'n8n-nodes-base.manualTrigger', {}),
		makeNode(
			'Make a list',
			'n8n-nodes-base.set',
			{ mode: 'raw', jsonOutput: JSON.stringify({ input: inputs }), options: {} },
			{ typeVersion: 3.4 },
		),
		makeNode('Make items', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'input', options: {} }),
		makeNode(NODE_NAME, NODE_TYPE, parameters, { credentials: credentialsOf(credential), onError }),
	];
	const connections = Object.fromEntries(
		nodes.slice(0, -1).map(({ name }, index) => {
			const next = { node: nodes[index + 1]?.name, type: 'main', index: 0 };
			return [name, { main: [[next]] }];
		}),
	);
	const name = `${String(parameters.resource)} ${String(parameters.operation)}`;
	const { id } = await n8n.workflows.create({ name, nodes, connections, settings: {} });
	try {
		return await n8n.executions.run(id, { trigger: START });
	} finally {
		await n8n.workflows.archive(id);
		await n8n.workflows.remove(id);
	}
}
