import type { INode } from 'n8n-workflow';

import type { Audience, ErrorText } from './problem';

/**
 * Where n8n shows only an error's message, which then has to say everything. The message is also
 * all that n8n's AI Agent tells the model about a failed tool.
 */
const SHOWS_MESSAGE_ONLY: Record<Audience, boolean> = {
	execution: false,
	list: false,
	publishing: true,
	credential: true,
	model: true,
};

/** An error text as its readers see it: in two parts, or all in the message. */
export function placed(
	{ message, description }: ErrorText,
	audience: Audience,
): { message: string; description?: string } {
	if (SHOWS_MESSAGE_ONLY[audience]) return { message: `${message} ${description}` };
	return { message, description };
}

/**
 * Whether the node runs as a tool of a language model: n8n then gives it a type of its own. n8n's
 * `isToolExecution` doesn't tell, because the AI Agent has its tools executed like any other node.
 */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}

/** Who reads an error of the node: if it runs as a tool, a language model does. */
export function readerOf(node: INode, audience: Audience): Audience {
	return audience === 'execution' && isTool(node) ? 'model' : audience;
}
