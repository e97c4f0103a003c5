import { randomUUID } from 'node:crypto';

import { asArray, asObject, type JsonObject } from './json';

export type CredentialRef = { id: string; name: string; type: string };

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
	retryOnFail?: boolean;
	disabled?: boolean;
};

/** The names by which n8n knows this package. */
export const CREDENTIAL_TYPE = 'formSubmissionsApi';
export const ACTION_TYPE = 'n8n-nodes-form-submissions.formSubmissions';

/** The names that n8n gives the nodes. */
export const ACTION = 'Form Submissions';
export const TRIGGER = 'Form Submissions Trigger';

/** The value of a field that identifies something by its ID. */
export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** The value of a form field in which All Forms was chosen. */
export const ALL_FORMS = {
	__rl: true,
	mode: 'list',
	value: 'all',
	cachedResultName: 'All Forms',
};

/** The value of a field in which a form was chosen from the list. */
export const fromList = ({ id, name }: { id: string; name: string }) => ({
	__rl: true,
	mode: 'list',
	value: id,
	cachedResultName: name,
});

/** How a node refers to its credential. */
export const credentialsOf = ({ id, name, type }: CredentialRef) => ({ [type]: { id, name } });

/** Where a manual run begins. */
export const START = 'Start';

export const startNode = () => makeNode(START, 'n8n-nodes-base.manualTrigger', {});

type More = Partial<WorkflowNode>;

export const actionNode = (credential: CredentialRef, parameters: JsonObject) =>
	makeNode(ACTION, ACTION_TYPE, parameters, { credentials: credentialsOf(credential) });

export const triggerNode = (credential: CredentialRef, parameters: JsonObject, more: More = {}) =>
	makeNode(TRIGGER, `${ACTION_TYPE}Trigger`, parameters, {
		webhookId: randomUUID(),
		credentials: credentialsOf(credential),
		...more,
	});

export function makeNode(
	name: string,
	type: string,
	parameters: JsonObject,
	more: More = {},
): WorkflowNode {
	return { id: randomUUID(), name, type, typeVersion: 1, position: [0, 0], parameters, ...more };
}

/** The connections from one node to others. */
export const linkTo = (...nodes: string[]) => ({
	main: [nodes.map((node) => ({ node, type: 'main', index: 0 }))],
});

/** Nodes that run one after the other, and stand so, apart from where each was moved. */
export function inARow(name: string, nodes: WorkflowNode[]): WorkflowFile {
	const links = nodes
		.slice(1)
		.map((node, index) => [nodes[index]?.name, linkTo(node.name)] as const);
	const placed = nodes.map((node, index) => {
		const [x = 0, y = 0] = node.position;
		return { ...node, position: [x + index * 240, y] };
	});
	const connections = Object.fromEntries(links) as JsonObject;
	return { name, nodes: placed, connections, settings: {} };
}

/** A workflow with the action node, started manually from `START`. */
export const actionWorkflow = (credential: CredentialRef, parameters: JsonObject) =>
	inARow('Submissions', [startNode(), actionNode(credential, parameters)]);

export function nodeOf({ nodes }: Pick<WorkflowFile, 'nodes'>, name: string): WorkflowNode {
	const found = nodes.find((node) => node.name === name);
	if (found === undefined) throw new Error(`There is no node ${name}`);
	return found;
}

/** The workflow with something changed in one of its nodes. Throws if it has none of that name. */
export function withNode<File extends { nodes: WorkflowNode[] }>(
	file: File,
	name: string,
	change: (node: WorkflowNode) => Partial<WorkflowNode>,
): File {
	const changed = nodeOf(file, name);
	const nodes = file.nodes.map((node) => (node === changed ? { ...node, ...change(node) } : node));
	return { ...file, nodes };
}

/** Checks the outline of what n8n or an example's file contains, which is enough to trust the rest. */
export function toWorkflowFile(value: unknown): WorkflowFile {
	const file = asObject(value, 'the workflow');
	asArray(file.nodes, 'its nodes').forEach((node) => asObject(node, 'a node') as WorkflowNode);
	asObject(file.connections, 'its connections');
	return file as WorkflowFile;
}
