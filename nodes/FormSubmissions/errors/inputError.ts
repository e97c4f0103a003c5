import { NodeOperationError, type INode } from 'n8n-workflow';

import { placed } from './audience';
import type { Audience, ErrorText } from './problem';

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
