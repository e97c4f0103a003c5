import { randomUUID } from 'node:crypto';

import type { CredentialRef, WorkflowFile, WorkflowNode } from '../../../sandbox/client/n8nClient';
import { CREDENTIAL_TYPE } from './host';

export const NODE_TYPE = 'n8n-nodes-form-submissions.formSubmissions';
export const START = 'Start';

export const credentialsOf = ({ id, name }: CredentialRef) => ({ [CREDENTIAL_TYPE]: { id, name } });

export function makeNode(
	name: string,
	type: string,
	parameters: Record<string, unknown>,
	more: Partial<WorkflowNode> = {},
): WorkflowNode {
	return { id: randomUUID(), name, type, typeVersion: 1, position: [0, 0], parameters, ...more };
}

/** The action node, run by hand; `START` is where a run begins. */
export function actionWorkflow(
	name: string,
	credential: CredentialRef,
	parameters: Record<string, unknown>,
): WorkflowFile {
	const credentials = credentialsOf(credential);
	return {
		name: 'Submissions',
		settings: {},
		connections: { [START]: { main: [[{ node: name, type: 'main', index: 0 }]] } },
		nodes: [
			makeNode(START, 'n8n-nodes-base.manualTrigger', {}),
			makeNode(name, NODE_TYPE, parameters, { position: [200, 0], credentials }),
		],
	};
}
