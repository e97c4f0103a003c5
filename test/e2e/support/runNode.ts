import { randomUUID } from 'node:crypto';

import type { CredentialRef, Execution, WorkflowNode } from '../../../sandbox/n8nClient';
import { CREDENTIAL_TYPE, type Host } from './host';

export const NODE_NAME = 'Form Submissions';
export const NODE_TYPE = 'n8n-nodes-form-submissions.formSubmissions';
const START = 'Start';

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
		node(START, 'n8n-nodes-base.manualTrigger', 1, {}),
		node('Make a list', 'n8n-nodes-base.set', 3.4, {
			mode: 'raw',
			jsonOutput: JSON.stringify({ input: inputs }),
			options: {},
		}),
		node('Make items', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'input', options: {} }),
		{
			...node(NODE_NAME, NODE_TYPE, 1, parameters),
			credentials: { [CREDENTIAL_TYPE]: { id: credential.id, name: credential.name } },
			onError,
		},
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

function node(
	name: string,
	type: string,
	typeVersion: number,
	parameters: Record<string, unknown>,
): WorkflowNode {
	return { id: randomUUID(), name, type, typeVersion, position: [0, 0], parameters };
}

export const byId = (value: string) => ({ __rl: true, mode: 'id', value });
