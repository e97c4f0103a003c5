import { NodeOperationError, type INode } from 'n8n-workflow';

import { isTool, placed } from './audience';
import type { Audience, ErrorText } from './problem';

/** What to do next. A person can choose in the editor; a model can only write values. */
export type Advice = { person: string; model: string };

/** The error for an invalid value: what is wrong with it, and what the reader can do. */
export function valueError(node: INode, problem: string, advice: Advice): NodeOperationError {
	return inputError(node, `${problem} ${isTool(node) ? advice.model : advice.person}`);
}

/**
 * The error for invalid input; no request was made. Text in one piece becomes the message; text in
 * two parts is placed where its readers see it.
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
