import { NodeOperationError, type INode } from 'n8n-workflow';

import { isTool, placed } from './audience';
import type { Audience, ErrorText } from './problem';

/** What to do next: a person chooses in the editor, a model can only write values. */
export type Advice = { person: string; model: string };

/** The error for a value that can't work: what is wrong with it, and what its reader can do. */
export function valueError(node: INode, problem: string, advice: Advice): NodeOperationError {
	return inputError(node, `${problem} ${isTool(node) ? advice.model : advice.person}`);
}

/**
 * The error for something entered that can't work; no request was made. A text in one piece stands
 * in the message; one in two parts is placed where its readers see it.
 */
export function inputError(node: INode, text: string): NodeOperationError;
export function inputError(node: INode, text: ErrorText, audience: Audience): NodeOperationError;
export function inputError(
	node: INode,
	text: string | ErrorText,
	audience: Audience = 'execution',
): NodeOperationError {
	const { message, description } =
		typeof text === 'string' ? { message: text, description: undefined } : placed(text, audience);
	const failure = { cause: 'configuration-invalid' as const };
	return new NodeOperationError(node, message, { description, failure });
}
