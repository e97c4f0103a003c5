import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { isRecord } from '../general/records';
import { isTool, placed, readerOf, type Audience, type ErrorText } from './audience';
import { credentialText, type CredentialProblem } from './credentialTexts';
import { quoted } from './quotation';
import { failureOf, textOf, type Problem, type Situation } from './situations';

export type { Audience, ErrorText } from './audience';
export type { Problem, Situation } from './situations';
export type { Subject } from './subjects';

/** The most that an error quotes of text from outside (characters). */
const MAX_DETAIL = 200;
const MAX_SERVICE_MESSAGE = 300;

/** What to do next. A person can choose in the editor; a model can only write values. */
export type Advice = { person: string; model: string };

/** The error for an invalid value: what is wrong with it, and what the reader can do. */
export function valueError(node: INode, problem: string, advice: Advice): NodeOperationError {
	return inputError(node, `${problem} ${isTool(node) ? advice.model : advice.person}`);
}

/** The error for invalid input; no request was made. */
export function inputError(node: INode, message: string, description?: string): NodeOperationError {
	const failure = { cause: 'configuration-invalid' as const };
	return worded(new NodeOperationError(node, message, { description, failure }), message);
}

/** The error for a credential that can't be used; no request was made. */
export function credentialError(
	node: INode,
	problem: CredentialProblem,
	audience: Audience,
): NodeOperationError {
	const reader = readerOf(node, audience);
	const { message, description } = placed(credentialText(problem, reader), reader);
	return inputError(node, message, description);
}

/** The error that n8n shows for a problem. Neither request nor response is attached to it. */
export function apiError(
	node: INode,
	problem: Problem,
	audience: Audience,
	secrets: string[],
): NodeApiError {
	const reader = readerOf(node, audience);
	const text = placed(problemText(problem, reader, secrets), reader);
	const httpCode = problem.status === undefined ? undefined : String(problem.status);
	const error = new NodeApiError(node, {}, { ...text, httpCode, failure: failureOf(problem) });
	error.context.situation = problem.situation;
	return worded(error, text.message);
}

/** The error in our own words: n8n replaces those in which it finds a code, as EPERM in "homepermit". */
function worded<E extends Error>(error: E, message: string): E {
	error.message = message;
	return error;
}

/** The text of a problem, including the service's own words, without any of the secrets. */
function problemText(problem: Problem, audience: Audience, secrets: string[]): ErrorText {
	const shown = (text: string | undefined) =>
		text === undefined ? undefined : (quoted(text, MAX_DETAIL, secrets) ?? '…');
	const { message, description } = textOf(
		{
			...problem,
			id: shown(problem.id),
			location: shown(problem.location),
			// A model might repeat it to anyone.
			baseUrl: audience === 'model' ? undefined : shown(problem.baseUrl),
		},
		audience,
	);
	const said = quoted(problem.serviceMessage ?? '', MAX_SERVICE_MESSAGE, secrets);
	const quote = said === undefined ? '' : ` The service says: "${said.replace(/"/g, "'")}"`;
	return { message, description: description + quote };
}

/** Whether it is our error for one of these; by shape, because errors cross package borders. */
export function isSituation(error: unknown, ...situations: Situation[]): boolean {
	if (!isRecord(error) || !isRecord(error.context)) return false;
	const { situation } = error.context;
	return situations.some((one) => one === situation);
}

/** Whether an error is about the key, its plan, its rate limit, or its turn, not what was requested. */
export function isAboutKey(error: unknown): boolean {
	const refused = ['keyRefused', 'paymentRequired', 'notPermitted', 'blockedOnTheWay'] as const;
	return isSituation(error, 'rateLimited', 'noTurn', ...refused);
}

/** Whether an error may soon be gone: the service can't be reached, is too slow, or is down. */
export function isTemporary(error: unknown): boolean {
	const unreachable = ['noConnection', 'hostNotFound', 'noResponseInTime', 'bodyCutShort'] as const;
	return isSituation(error, 'serviceDown', 'rateLimited', 'noTurn', ...unreachable);
}

/** Turns what was caught into an error that n8n shows well; returns n8n's own errors unchanged. */
export function asNodeError(node: INode, caught: unknown): NodeApiError | NodeOperationError {
	if (caught instanceof NodeApiError || caught instanceof NodeOperationError) return caught;
	return new NodeOperationError(node, caught instanceof Error ? caught : String(caught));
}
