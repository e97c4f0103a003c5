import { randomUUID } from 'node:crypto';

import {
	byId,
	type CredentialRef,
	type WorkflowFile,
	type WorkflowNode,
} from '../../../sandbox/client/n8nClient';
import { credentialsOf } from './actionWorkflow';

const PACKAGE = 'n8n-nodes-form-submissions';

export type TriggerSetup = {
	credential: CredentialRef;
	formId: string;
	name?: string;
	position?: number[];
	registration?: 'automatic' | 'manual';
	options?: Record<string, unknown>;
	/** Text that another node of the workflow sets. */
	otherNodeText?: string;
	withPolling?: boolean;
};

/** A workflow of the webhook trigger and a node behind it; the same ids at every call of `make`. */
export function triggerWorkflow(): (setup: TriggerSetup) => WorkflowFile {
	const nodeId = randomUUID();
	const webhookId = randomUUID();
	const workflowName = `Trigger ${webhookId}`;
	return ({
		credential,
		formId,
		name = 'New Submission',
		position = [0, 0],
		registration = 'automatic',
		options = {},
		otherNodeText = 'first',
		withPolling = false,
	}) => {
		const trigger: WorkflowNode = {
			id: nodeId,
			name,
			type: `${PACKAGE}.formSubmissionsTrigger`,
			typeVersion: 1,
			position,
			webhookId,
			parameters: { formId: byId(formId), registration, options },
			credentials: credentialsOf(credential),
		};
		const other: WorkflowNode = {
			id: `${nodeId}-other`,
			name: 'Other',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			position: [300, 0],
			parameters: { mode: 'raw', jsonOutput: JSON.stringify({ text: otherNodeText }), options: {} },
		};
		const polling = pollingNode(`${nodeId}-polling`, credential, formId);
		return {
			name: workflowName,
			settings: {},
			nodes: [trigger, other, ...(withPolling ? [polling] : [])],
			connections: { [name]: { main: [[{ node: 'Other', type: 'main', index: 0 }]] } },
		};
	};
}

export function pollingWorkflow(
	credential: CredentialRef,
	formId: string,
	{ startFrom, timezone }: { startFrom?: string; timezone?: string } = {},
): WorkflowFile {
	const node = pollingNode(randomUUID(), credential, formId);
	const options = startFrom === undefined ? {} : { startFrom };
	return {
		name: 'Polling',
		settings: timezone === undefined ? {} : { timezone },
		nodes: [{ ...node, parameters: { ...node.parameters, options } }],
		connections: {},
	};
}

/** A workflow in which several forms are polled, each by a trigger of its own name. */
export function pollingSiblings(
	credential: CredentialRef,
	formIds: Record<string, string>,
): (names: string[]) => WorkflowFile {
	const nodes = Object.entries(formIds).map(([name, formId], index) => ({
		...pollingNode(randomUUID(), credential, formId),
		name,
		position: [0, 200 * index],
	}));
	return (names) => ({
		name: 'Several forms',
		settings: {},
		nodes: nodes.filter(({ name }) => names.includes(name)),
		connections: {},
	});
}

export const POLLING_NODE = 'Look for Submissions';

function pollingNode(id: string, credential: CredentialRef, formId: string): WorkflowNode {
	return {
		id,
		name: POLLING_NODE,
		type: `${PACKAGE}.formSubmissionsPollingTrigger`,
		typeVersion: 1,
		position: [0, 300],
		parameters: { pollTimes: { item: [{ mode: 'everyMinute' }] }, formId: byId(formId) },
		credentials: credentialsOf(credential),
	};
}
