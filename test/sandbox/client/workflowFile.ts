import { randomUUID } from 'node:crypto';

import type { CredentialRef } from './credentials';
import { asArray, asObject, type JsonObject } from './json';

/** A workflow as exported and imported, and helpers for writing one. */
export type WorkflowFile = {
	name: string;
	nodes: WorkflowNode[];
	connections: JsonObject;
	settings?: JsonObject;
	/** What nodes return without being run, by name. */
	pinData?: JsonObject;
};

export type WorkflowNode = {
	id: string;
	name: string;
	type: string;
	typeVersion: number;
	position: number[];
	parameters: JsonObject;
	credentials?: Record<string, { id: string; name: string }>;
	webhookId?: string;
	onError?: string;
	disabled?: boolean;
};

/** The names by which n8n knows this package. */
export const CREDENTIAL_TYPE = 'formSubmissionsApi';
export const ACTION_TYPE = 'n8n-nodes-form-submissions.formSubmissions';
export const TRIGGER_TYPE = `${ACTION_TYPE}Trigger`;
export const POLLING_TRIGGER_TYPE = `${ACTION_TYPE}PollingTrigger`;

/** The value of a field that identifies something by its ID. */
export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** How a node refers to its credential. */
export const credentialsOf = ({ id, name, type }: CredentialRef) => ({ [type]: { id, name } });

/** Where a manual run begins. */
export const START = 'Start';

export const startNode = () => makeNode(START, 'n8n-nodes-base.manualTrigger', {});

export function makeNode(
	name: string,
	type: string,
	parameters: JsonObject,
	more: Partial<WorkflowNode> = {},
): WorkflowNode {
	return { id: randomUUID(), name, type, typeVersion: 1, position: [0, 0], parameters, ...more };
}

/** The connections from one node to others. */
export const linkTo = (...nodes: string[]) => ({
	main: [nodes.map((node) => ({ node, type: 'main', index: 0 }))],
});

/** Nodes that run one after the other. */
export function inARow(name: string, nodes: WorkflowNode[]): WorkflowFile {
	const links = nodes
		.slice(1)
		.map((node, index) => [nodes[index]?.name, linkTo(node.name)] as const);
	return { name, nodes, connections: Object.fromEntries(links) as JsonObject, settings: {} };
}

/** Checks the outline of what n8n or an example's file contains, which is enough to trust the rest. */
export function toWorkflowFile(value: unknown): WorkflowFile {
	const file = asObject(value, 'the workflow');
	asArray(file.nodes, 'its nodes').forEach((node) => asObject(node, 'a node') as WorkflowNode);
	asObject(file.connections, 'its connections');
	return file as WorkflowFile;
}
