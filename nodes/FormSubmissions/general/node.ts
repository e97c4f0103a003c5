import type { IExecuteFunctions, INode } from 'n8n-workflow';

type NodeContext = { getWorkflow(): { id?: string }; getNode(): INode };

/** Identifies a node among all workflows of a process. A rename doesn't change a node's ID. */
export function nodeKeyOf(context: NodeContext): string {
	return `${workflowIdOf(context)}\n${context.getNode().id}`;
}

export function workflowIdOf(context: NodeContext): string {
	return context.getWorkflow().id ?? '';
}

/** How log lines name a node: n8n's log doesn't say which one wrote them. */
export function nodeInLog(context: Pick<IExecuteFunctions, 'getNode' | 'getWorkflow'>): string {
	const { id, name } = context.getWorkflow();
	return `Form Submissions: node "${context.getNode().name}" in workflow "${name}" (${id})`;
}

/**
 * Whether the node runs as a tool of a language model: n8n then gives it a type of its own. n8n's
 * `isToolExecution` doesn't help, because the AI Agent has its tools executed like any other node.
 */
export function isForModel({ type }: INode): boolean {
	return type.endsWith('Tool');
}
