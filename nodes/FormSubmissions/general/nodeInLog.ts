import type { IExecuteFunctions } from 'n8n-workflow';

/** How log lines name a node: n8n's log doesn't say which one wrote them. */
export function nodeInLog(context: Pick<IExecuteFunctions, 'getNode' | 'getWorkflow'>): string {
	const { id, name } = context.getWorkflow();
	return `Form Submissions: node "${context.getNode().name}" in workflow "${name}" (${id})`;
}
