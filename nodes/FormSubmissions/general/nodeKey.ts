import type { INode } from 'n8n-workflow';

type NodeContext = { getWorkflow(): { id?: string }; getNode(): INode };

/** Identifies a node among all workflows of a process. A rename doesn't change a node's ID. */
export function nodeKeyOf(context: NodeContext): string {
	return `${workflowIdOf(context)}\n${context.getNode().id}`;
}

export function workflowIdOf(context: NodeContext): string {
	return context.getWorkflow().id ?? '';
}
