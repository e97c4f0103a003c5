import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { isRecord } from '../api/types';
import { placed } from './audience';
import { failureOf } from './failure';
import type { Audience, ErrorText, Problem, Situation } from './problem';
import { redact } from './redaction';
import { textOf } from './texts';

/** How much is repeated of what came from outside (characters). */
const LONGEST_DETAIL = 200;
const LONGEST_SERVICE_MESSAGE = 300;

/** The text of a problem, with the service's own words, and `secrets` redacted in all of it. */
function problemText(problem: Problem, audience: Audience, secrets: string[]): ErrorText {
	// Redacted before it is cut, or the beginning of a secret could be left over.
	const shown = (text: string | undefined, longest: number) =>
		text === undefined ? undefined : redact(text, secrets).slice(0, longest);
	const said = shown(problem.serviceMessage, LONGEST_SERVICE_MESSAGE);
	const detail = shown(problem.detail, LONGEST_DETAIL);
	const quote = said === undefined ? '' : ` The service says: "${said.replace(/"/g, "'")}"`;
	const { message, description } = textOf({ ...problem, detail }, audience);
	return { message, description: description + quote };
}

/** The error that n8n shows for a problem; nothing of the request or the answer is attached. */
export function apiError(
	node: INode,
	problem: Problem,
	audience: Audience,
	secrets: string[],
): NodeApiError {
	const error = new NodeApiError(
		node,
		{},
		{
			...placed(problemText(problem, audience, secrets), audience),
			httpCode: problem.status === undefined ? undefined : String(problem.status),
			failure: failureOf(problem),
		},
	);
	error.context.situation = problem.situation;
	return error;
}

/** Whether an error is one of ours that says this; by shape, as errors cross package borders. */
export function isSituation(error: unknown, situation: Situation): boolean {
	return isRecord(error) && isRecord(error.context) && error.context.situation === situation;
}

/** What was caught, as the kind of error that n8n shows well; one of n8n's own stays as it is. */
export function asNodeError(node: INode, caught: unknown): NodeApiError | NodeOperationError {
	if (caught instanceof NodeApiError || caught instanceof NodeOperationError) return caught;
	return new NodeOperationError(node, caught instanceof Error ? caught : String(caught));
}
