import { NodeApiError, NodeOperationError, type Failure, type INode } from 'n8n-workflow';

import { isRecord } from '../general/records';
import { quoteSafely } from './redaction';
import { SITUATIONS, textOf, type Situation } from './situations';
import { CREDENTIAL_TEXTS, type CredentialProblem } from './texts/credential';
import { joinText, type Details, type ErrorText, type Reader, type Subject } from './texts/text';

/** The most that an error quotes of text from outside (characters). */
const MAX_DETAIL = 200;
const MAX_SERVICE_MESSAGE = 300;
const MAX_FORMS = 2_000;

/** What went wrong, and what came back. */
export type Finding = Details & {
	situation: Situation;
	/** The service's own words (section 7 leaves their format open). */
	serviceMessage?: string;
	/** How long to wait before the next request (milliseconds), if that is known. */
	retryAfterMs?: number;
};

/** A request that failed. */
export type Problem = Finding & {
	subject: Subject;
	/** How many times the request was made; 1 by default. */
	attempts?: number;
};

/** A problem, and the base URL that the request was made to. */
type ProblemAt = Problem & { baseUrl: string };

/** Where an error is shown. On publishing, n8n shows only the message. */
export type Audience = 'execution' | 'list' | 'publishing';

/** What to do next. A person can choose in the editor; a model can only write values. */
export type Advice = { person: string; model: string };

/** The error for an invalid value: what is wrong with it, and what the reader can do. */
export function valueError(node: INode, problem: string, advice: Advice): NodeOperationError {
	return inputError(node, `${problem} ${isTool(node) ? advice.model : advice.person}`);
}

/** The error for invalid input; no request was made. */
export function inputError(node: INode, message: string, description?: string): NodeOperationError {
	const failure = { cause: 'configuration-invalid' as const };
	return withMessage(new NodeOperationError(node, message, { description, failure }), message);
}

/** The error for a credential that can't be used; no request was made. */
export function credentialError(
	node: INode,
	problem: CredentialProblem,
	audience: Audience,
): NodeOperationError {
	const { message, description } = shownIn(node, audience, CREDENTIAL_TEXTS[problem]);
	return inputError(node, message, description);
}

/** The error that n8n shows for a problem. Neither request nor response is attached to it. */
export function apiError(
	node: INode,
	problem: ProblemAt,
	audience: Audience,
	secrets: string[],
): NodeApiError {
	const shown = shownIn(node, audience, problemText(problem, readerOf(node, audience), secrets));
	const httpCode = problem.status === undefined ? undefined : String(problem.status);
	const error = new NodeApiError(node, {}, { ...shown, httpCode, failure: failureOf(problem) });
	error.context.situation = problem.situation;
	return withMessage(error, shown.message);
}

/** The error in our own words: n8n replaces one that contains a code, as "homepermit" does EPERM. */
function withMessage<E extends Error>(error: E, message: string): E {
	error.message = message;
	return error;
}

/**
 * Whether the node runs as a tool of a language model: n8n then gives it a type of its own. n8n's
 * `isToolExecution` doesn't help, because the AI Agent has its tools executed like any other node.
 */
export function isTool({ type }: INode): boolean {
	return type.endsWith('Tool');
}

function readerOf(node: INode, audience: Audience): Reader {
	return audience === 'execution' && isTool(node) ? 'model' : 'person';
}

/** The text in two parts, or all in the message where only that is passed on, as to a model. */
function shownIn(
	node: INode,
	audience: Audience,
	text: ErrorText,
): { message: string; description?: string } {
	const isMessageOnly = audience === 'publishing' || readerOf(node, audience) === 'model';
	if (isMessageOnly) return { message: joinText(text) };
	return { message: text.message, description: text.advice };
}

/** The text of a problem, including the service's own words, without any of the secrets. */
function problemText(problem: ProblemAt, reader: Reader, secrets: string[]): ErrorText {
	const quote = (text: string | undefined, maxLength = MAX_DETAIL) =>
		text === undefined ? undefined : quoteSafely(text, maxLength, secrets);
	const shown = (text: string | undefined) =>
		text === undefined ? undefined : (quote(text) ?? '…');
	const { subject, status, attempts = 1 } = problem;
	// If neither an ID nor a cursor was sent, only the address can be wrong.
	const isAskedFor = problem.id !== undefined || subject === 'nextPage';
	const isAddressWrong = problem.situation === 'notFound' && !isAskedFor;
	const situation = isAddressWrong ? 'notThisApi' : problem.situation;
	const details = {
		status,
		id: shown(problem.id),
		forms: quote(problem.forms, MAX_FORMS),
		location: shown(problem.location),
	};
	const { message, advice } = textOf(situation, subject, details, reader);

	// A model might repeat the address to anyone.
	const baseUrl = reader === 'model' ? undefined : shown(problem.baseUrl);
	const request = SITUATIONS[situation].describesRequest ? describeAttempts(attempts, baseUrl) : '';
	const said = quote(problem.serviceMessage, MAX_SERVICE_MESSAGE)?.replace(/"/g, "'");
	const service = said === undefined ? '' : `The service says: "${said}"`;
	return { message, advice: [request, advice, service].filter((one) => one !== '').join(' ') };
}

/** Names the base URL, so that a typo shows, and how many attempts there were. */
function describeAttempts(attempts: number, baseUrl: string | undefined): string {
	const times = attempts > 1 ? ` ${attempts} times` : '';
	const where = baseUrl === undefined ? '' : ` to ${baseUrl}`;
	return times || where ? `The request was made${times}${where}.` : '';
}

/** The `failure` of an error, from which n8n decides how long to wait before it polls again. */
function failureOf({ situation, status, retryAfterMs }: Problem): Failure | undefined {
	const cause = status === 404 ? 'configuration-invalid' : SITUATIONS[situation].cause;
	if (cause === undefined) return undefined;
	if (cause !== 'rate-limited' || retryAfterMs === undefined) return { cause };
	return { cause, retryAfterMs: Math.ceil(retryAfterMs) };
}

/** Whether it is our error for one of these. */
export function isSituation(error: unknown, ...situations: Situation[]): boolean {
	const situation = situationIn(error);
	return situations.some((one) => one === situation);
}

/** Whether it is our error for something that only a person can fix. */
export function needsPerson(error: unknown): boolean {
	const situation = situationIn(error);
	return Object.entries(SITUATIONS).some(
		([one, { cause }]) => one === situation && cause?.endsWith('-invalid'),
	);
}

/** What `apiError` noted, if it is such an error; by shape, because errors cross package boundaries. */
function situationIn(error: unknown): unknown {
	return isRecord(error) && isRecord(error.context) ? error.context.situation : undefined;
}

/** Turns what was caught into an error that n8n shows well; returns n8n's own errors unchanged. */
export function asNodeError(node: INode, caught: unknown): NodeApiError | NodeOperationError {
	if (caught instanceof NodeApiError || caught instanceof NodeOperationError) return caught;
	return new NodeOperationError(node, caught instanceof Error ? caught : String(caught));
}
