import type { INode } from 'n8n-workflow';

import type { Audience, ErrorText } from './problem';

/** Where n8n shows the message alone, which then has to say everything. */
const SHOWS_MESSAGE_ONLY: Record<Audience, boolean> = {
	execution: false,
	list: false,
	publishing: true,
	credential: true,
	model: false,
};

/** A text as its readers see it: in two parts, or all of it in the message. */
export function placed(
	{ message, description }: ErrorText,
	audience: Audience,
): { message: string; description?: string } {
	if (SHOWS_MESSAGE_ONLY[audience]) return { message: `${message} ${description}` };
	return { message, description };
}

/** n8n runs the node as a tool under a type of its own, whose errors a language model reads. */
export function readerOf(node: INode, audience: Audience): Audience {
	return audience === 'execution' && node.type.endsWith('Tool') ? 'model' : audience;
}
