import type { CredentialRef, WorkflowFile } from '../../sandbox/client/n8nClient';
import {
	ACTION_TYPE,
	credentialsOf,
	inARow,
	makeNode,
	startNode,
} from '../../sandbox/client/workflowFile';

/** A workflow with the action node, started manually from `START`. */
export function actionWorkflow(
	name: string,
	credential: CredentialRef,
	parameters: Record<string, unknown>,
): WorkflowFile {
	const credentials = credentialsOf(credential);
	return inARow('Submissions', [
		startNode(),
		makeNode(name, ACTION_TYPE, parameters, { position: [200, 0], credentials }),
	]);
}
