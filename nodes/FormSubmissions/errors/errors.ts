import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import type { ResponseHeaders } from '../api/transport/headers';
import { isRecord } from '../api/types';

/** What a request is about; it decides the words of an error. */
export type Subject = 'forms' | 'submissions' | 'submission' | 'destination';

/** Every way in which a request can end without what it asked for. */
export type Situation =
	| 'keyRefused'
	| 'paymentRequired'
	| 'notPermitted'
	| 'notFound'
	| 'badRequest'
	| 'rateLimited'
	| 'serviceDown'
	| 'redirected'
	| 'notThisApi'
	| 'noConnection'
	| 'hostNotFound'
	| 'noAnswerInTime'
	| 'blockedByN8n'
	| 'certificate'
	| 'bodyCutShort'
	| 'notOk'
	| 'noData'
	| 'noPagination'
	| 'noCursor'
	| 'repeatedCursor'
	| 'endlessPages'
	| 'unexpectedStatus';

export type Problem = {
	situation: Situation;
	subject: Subject;
	/** HTTP status, where there was an answer. */
	status?: number;
	/** What the service itself said (section 7 leaves its shape open). */
	serviceMessage?: string;
	/** Where a redirect pointed, or the id that was asked for. */
	detail?: string;
};

const CREDENTIAL = 'the credential "Form Submissions API"';

const LIST_WAS_CUT =
	'The list was not complete, so nothing was output. Run the workflow again; if this stays, tell the support of the service.';

/** One sentence for what happened, one for what to do next. */
const TEXTS: Record<Situation, (problem: Problem) => string> = {
	keyRefused: () =>
		`The service did not accept the API key. Open ${CREDENTIAL} and enter a key that is still valid; keys are made in the dashboard of the service under Settings, API keys.`,
	paymentRequired: () =>
		'The plan of this workspace does not include the API. It is part of the Pro and Agency plans: change the plan in the dashboard of the service.',
	notPermitted: ({ subject }) =>
		subject === 'destination'
			? 'The API key may not create destinations. Either enter a key with write permission in the credential, or set Registration to Manual in this trigger: its panel then shows the URL to enter in the dashboard of the service, and the secret goes into the credential.'
			: `The API key may not read ${subject === 'forms' ? 'forms (forms:read)' : 'submissions (submissions:read)'}, or the plan of the workspace does not include the API. Make a key with this permission in the dashboard of the service and enter it in ${CREDENTIAL}.`,
	notFound: (problem) => NOT_FOUND[problem.subject](problem),
	badRequest: ({ subject }) =>
		subject === 'destination'
			? 'The service did not accept this destination. Its address has to be one that the service can reach from the internet: check WEBHOOK_URL (N8N_WEBHOOK_URL) of this n8n, or use the Form Submissions Polling Trigger, which needs no public address.'
			: 'The service did not accept the request. Check what is entered in the fields of this node.',
	rateLimited: () =>
		'The API key has used up its requests for this minute. Try again in a minute; if this happens often because other programs use the same key, give this workflow a key of its own.',
	serviceDown: ({ status }) =>
		`The service could not answer (status ${status}), also after several tries. Nothing is wrong in your workflow: run it again later.`,
	redirected: ({ detail }) =>
		`The service sent the request on to another address (${detail}), which was not followed so that the API key stays safe. If you trust that address, enter it as the base URL in ${CREDENTIAL}.`,
	notThisApi: () =>
		`The address answers, but not as the API of the service does. Check the base URL in ${CREDENTIAL}: enter it as the service shows it, without /v1 at the end.`,
	noConnection: () =>
		`The service could not be reached. Check the base URL in ${CREDENTIAL} and whether this n8n has a connection to it; if both are right, try again later.`,
	hostNotFound: () =>
		`There is no server of that name. Check the base URL in ${CREDENTIAL} for a typing mistake.`,
	noAnswerInTime: ({ subject }) =>
		subject === 'destination'
			? 'The service did not answer in time, so it is not known whether it created the destination. Publish (activate) the workflow again: a destination made twice does no harm, each submission still runs the workflow once.'
			: 'The service did not answer in time, also after several tries. Run the workflow again later.',
	blockedByN8n: () =>
		'This n8n does not allow requests to that address (its protection against requests to internal addresses is on). Ask the person who runs n8n to allow the host of the base URL.',
	certificate: () =>
		`The service's certificate is not valid, so the API key was not sent. Check the base URL in ${CREDENTIAL}; if it is right, tell the person who runs the service.`,
	bodyCutShort: () =>
		'The answer of the service broke off, also after several tries. Nothing was output that could be incomplete: run the workflow again.',
	notOk: () =>
		'The service answered that it could not do this. Nothing was output that could be incomplete: run the workflow again later.',
	noData: ({ subject }) =>
		subject === 'submission'
			? 'The answer of the service contains no submission. Check the base URL in the credential; if it is right, tell the support of the service.'
			: `The answer of the service contains no list. ${LIST_WAS_CUT}`,
	noPagination: () =>
		`The answer of the service does not say whether more submissions follow. ${LIST_WAS_CUT}`,
	noCursor: () =>
		`The service says that more submissions follow, but not where they begin. ${LIST_WAS_CUT}`,
	repeatedCursor: () =>
		`The service sends the same page of submissions again and again. ${LIST_WAS_CUT}`,
	endlessPages: () =>
		`The service sends one empty page after the other and never an end. ${LIST_WAS_CUT}`,
	unexpectedStatus: ({ status }) =>
		`The service answered with status ${status}, which its documentation does not name. Check the base URL in ${CREDENTIAL}; if it is right, tell the support of the service.`,
};

const NOT_FOUND: Record<Subject, (problem: Problem) => string> = {
	forms: () => TEXTS.notThisApi({ situation: 'notThisApi', subject: 'forms' }),
	submission: ({ detail }) =>
		`There is no submission with the ID "${detail}" in this workspace. Check the ID: it looks like sub_… and is shown by Get Many. A submission that was deleted can't be fetched any more.`,
	submissions: ({ detail }) =>
		detail === undefined
			? TEXTS.notThisApi({ situation: 'notThisApi', subject: 'submissions' })
			: 'There is no such form in this workspace. Choose the form from the list again: it may have been deleted, or the API key belongs to another workspace.',
	destination: () =>
		'There is no such form in this workspace, so no destination was created. Choose the form from the list again: it may have been deleted, or the API key belongs to another workspace.',
};

/** What a status, and the body with it, says went wrong. Call it for anything but a usable 2xx. */
export function problemOfStatus(
	subject: Subject,
	status: number,
	headers: ResponseHeaders,
	body: unknown,
	detail?: string,
): Problem {
	const situation = situationOfStatus(status, subject, body);
	return {
		situation,
		subject,
		status,
		serviceMessage: serviceMessage(body),
		detail: situation === 'redirected' ? redirectTarget(headers.location) : detail,
	};
}

function situationOfStatus(status: number, subject: Subject, body: unknown): Situation {
	if (status === 401) return 'keyRefused';
	if (status === 402) return 'paymentRequired';
	if (status === 403) return 'notPermitted';
	// A web page for "not found" comes from some other site; this API answers in JSON.
	if (status === 404)
		return isRecord(body) || subject === 'destination' ? 'notFound' : 'notThisApi';
	if (status === 429) return 'rateLimited';
	if (status === 400 || status === 409 || status === 422) return 'badRequest';
	if (status >= 300 && status < 400) return 'redirected';
	if (status >= 500) return 'serviceDown';
	return 'unexpectedStatus';
}

/** Origin and path only: a query could carry something secret. */
function redirectTarget(location: string | undefined): string {
	if (location === undefined) return 'not named';
	return location.replace(/[?#].*$/s, '');
}

/** The service's own words: the first of `error.message`, `error`, `message` that is text. */
export function serviceMessage(body: unknown): string | undefined {
	if (!isRecord(body)) return undefined;
	const nested = isRecord(body.error) ? body.error.message : undefined;
	const text = [nested, body.error, body.message].find(
		(candidate): candidate is string => typeof candidate === 'string' && candidate.trim() !== '',
	);
	return text?.replace(/\s+/g, ' ').trim();
}

/**
 * What a thrown request error says went wrong. It is read by its shape, since the classes of n8n
 * and of its HTTP library differ from version to version, and only its code and first line are
 * looked at: the error carries the request's headers, and they carry the key.
 */
export function problemOfThrown(subject: Subject, thrown: unknown): Problem {
	const codes = errorCodes(thrown);
	const text = isRecord(thrown) && typeof thrown.message === 'string' ? thrown.message : '';
	const has = (pattern: RegExp) => codes.some((code) => pattern.test(code));
	if (/restricted IP|SSRF|request was blocked/i.test(text))
		return { situation: 'blockedByN8n', subject };
	if (has(/^ECONNABORTED$|TIMEDOUT$|^ESOCKETTIMEDOUT$/))
		return { situation: 'noAnswerInTime', subject };
	if (has(/^ENOTFOUND$/)) return { situation: 'hostNotFound', subject };
	if (has(/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|^ERR_TLS/))
		return { situation: 'certificate', subject };
	return { situation: 'noConnection', subject };
}

function errorCodes(thrown: unknown, depth = 0): string[] {
	if (typeof thrown !== 'object' || thrown === null || depth > 4) return [];
	const { code, httpCode, cause }: { code?: unknown; httpCode?: unknown; cause?: unknown } = thrown;
	const own = [code, httpCode].filter((value): value is string => typeof value === 'string');
	return [...own, ...errorCodes(cause, depth + 1)];
}

/** How much is repeated of what came from outside (characters). */
const LONGEST_DETAIL = 200;
const LONGEST_SERVICE_MESSAGE = 300;

/** The whole text that a person reads, `secrets` blotted out wherever the service repeated them. */
export function problemText(problem: Problem, secrets: string[] = []): string {
	// Blotted out before it is cut, or the beginning of a secret could be left over.
	const shown = (text: string | undefined, longest: number) =>
		text === undefined ? undefined : blotOut(text, secrets).slice(0, longest);
	const said = shown(problem.serviceMessage, LONGEST_SERVICE_MESSAGE);
	const detail = shown(problem.detail, LONGEST_DETAIL);
	const quote = said === undefined ? '' : ` The service says: "${said.replace(/"/g, "'")}"`;
	return TEXTS[problem.situation]({ ...problem, detail }) + quote;
}

/** A secret is sent without the spaces around it, so it may come back without them. */
function blotOut(text: string, secrets: string[]): string {
	return secrets
		.map((secret) => secret.trim())
		.filter((secret) => secret !== '')
		.reduce((rest, secret) => rest.split(secret).join('***'), text);
}

/**
 * The error that n8n shows. Everything is in `message`, because n8n shows only that when publishing
 * a workflow does not work; nothing of the request or the answer is attached.
 */
export function apiError(node: INode, problem: Problem, secrets: string[] = []): NodeApiError {
	const error = new NodeApiError(
		node,
		{},
		{
			message: problemText(problem, secrets),
			httpCode: problem.status === undefined ? undefined : String(problem.status),
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

/** The user entered something that can't work; no request was made. */
export function inputError(node: INode, message: string): NodeOperationError {
	return new NodeOperationError(node, message);
}
