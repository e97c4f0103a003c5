import type { INode } from 'n8n-workflow';

import type { Audience, ErrorText } from './problem';

/**
 * Where n8n shows the message alone, which then has to say everything. Of a failed tool, its AI Agent
 * tells the model nothing else either.
 */
const SHOWS_MESSAGE_ONLY: Record<Audience, boolean> = {
	execution: false,
	list: false,
	publishing: true,
	credential: true,
	model: true,
};

/** A text as its readers see it: in two parts, or all of it in the message. */
export function placed(
	{ message, description }: ErrorText,
	audience: Audience,
): { message: string; description?: string } {
	if (SHOWS_MESSAGE_ONLY[audience]) return { message: `${message} ${description}` };
	return { message, description };
}

/**
 * Whether the node runs as the tool of a language model: n8n does that under a type of its own. Its
 * `isToolExecution` is no sign of it, since the AI Agent has tools executed as any other node.
 */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}

/** Who reads an error of the node: where it runs as a tool, a language model does. */
export function readerOf(node: INode, audience: Audience): Audience {
	return audience === 'execution' && isTool(node) ? 'model' : audience;
}
