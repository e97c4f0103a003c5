import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { isRecord } from '../general/records';
import { placed } from './audience';
import { failureOf } from './failure';
import type { Audience, ErrorText, Problem, Situation } from './problem';
import { redact } from './redaction';
import { textOf } from './texts';

/** How much of a text from outside an error quotes at most (characters). */
const LONGEST_DETAIL = 200;
const LONGEST_SERVICE_MESSAGE = 300;

/** The text of a problem, including the service's own words, with all `secrets` redacted. */
function problemText(problem: Problem, audience: Audience, secrets: string[]): ErrorText {
	// Redact before cutting, or the beginning of a secret could remain.
	const shown = (text: string | undefined, longest: number) =>
		text === undefined ? undefined : redact(text, secrets).slice(0, longest);
	const said = shown(problem.serviceMessage, LONGEST_SERVICE_MESSAGE);
	const detail = shown(problem.detail, LONGEST_DETAIL);
	const quote = said === undefined ? '' : ` The service says: "${said.replace(/"/g, "'")}"`;
	const { message, description } = textOf({ ...problem, detail }, audience);
	return { message, description: description + quote };
}

/** The error that n8n shows for a problem. Neither request nor response is attached to it. */
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

/** Whether it is our error for one of these; by shape, because errors cross package borders. */
export function isSituation(error: unknown, ...situations: Situation[]): boolean {
	if (!isRecord(error) || !isRecord(error.context)) return false;
	const { situation } = error.context;
	return situations.some((one) => one === situation);
}

/** Whether an error is about the key, its plan, or its rate limit, not about what was requested. */
export function isAboutKey(error: unknown): boolean {
	return isSituation(error, 'keyRefused', 'paymentRequired', 'notPermitted', 'rateLimited');
}

/** Whether an error may be gone soon: the service can't be reached, is too slow, or is down. */
export function isTemporary(error: unknown): boolean {
	const unreachable = ['noConnection', 'hostNotFound', 'noResponseInTime', 'bodyCutShort'] as const;
	return isSituation(error, 'serviceDown', 'rateLimited', ...unreachable);
}

/** Turns what was caught into an error that n8n shows well; returns n8n's own errors unchanged. */
export function asNodeError(node: INode, caught: unknown): NodeApiError | NodeOperationError {
	if (caught instanceof NodeApiError || caught instanceof NodeOperationError) return caught;
	return new NodeOperationError(node, caught instanceof Error ? caught : String(caught));
}
