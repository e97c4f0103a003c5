import { randomUUID } from 'node:crypto';

import type { Form } from '../../emulator';
import type { CredentialRef, WorkflowFile, WorkflowNode } from '../../sandbox/client/n8nClient';
import {
	ACTION_TYPE,
	credentialsOf,
	inARow,
	linkTo,
	makeNode,
	POLLING_TRIGGER_TYPE,
	startNode,
	TRIGGER_TYPE,
} from '../../sandbox/client/workflowFile';

export const ACTION = 'Form Submissions';
export const NEXT = 'Edit Fields';
export const TRIGGER = 'Form Submissions Trigger';
export const POLLING_TRIGGER = 'Form Submissions Polling Trigger';

/** The parameter value that n8n stores when a form is chosen from the list. */
export const fromList = ({ id, name }: Form) => ({
	__rl: true,
	mode: 'list',
	value: id,
	cachedResultName: name,
});

/** A workflow with the action node, ready to run in the editor. */
export function actionWorkflow(
	credential: CredentialRef,
	parameters: Record<string, unknown>,
): WorkflowFile {
	const action = node(ACTION, ACTION_TYPE, parameters, credential, [240, 0]);
	return inARow('Submissions', [startNode(), action]);
}

/** A workflow with an action node, followed by a node into which its fields can be mapped. */
export function mappingWorkflow(
	credential: CredentialRef,
	parameters: Record<string, unknown>,
): WorkflowFile {
	const file = actionWorkflow(credential, parameters);
	const next = node(NEXT, 'n8n-nodes-base.set', {}, undefined, [480, 0]);
	return {
		...file,
		nodes: [...file.nodes, next],
		connections: { ...file.connections, [ACTION]: linkTo(NEXT) },
	};
}

export function triggerWorkflow(
	credential: CredentialRef,
	parameters: Record<string, unknown>,
): WorkflowFile {
	const trigger = node(TRIGGER, TRIGGER_TYPE, parameters, credential);
	return inARow('New submissions', [{ ...trigger, webhookId: randomUUID() }]);
}

export function pollingWorkflow(
	credential: CredentialRef,
	parameters: Record<string, unknown>,
): WorkflowFile {
	const pollTimes = { item: [{ mode: 'everyMinute' }] };
	const all = { pollTimes, ...parameters };
	return inARow('New submissions', [node(POLLING_TRIGGER, POLLING_TRIGGER_TYPE, all, credential)]);
}

function node(
	name: string,
	type: string,
	parameters: Record<string, unknown>,
	credential: CredentialRef | undefined,
	position = [0, 0],
): WorkflowNode {
	const credentials = credential && { credentials: credentialsOf(credential) };
	return makeNode(name, type, parameters, { position, ...credentials });
}
