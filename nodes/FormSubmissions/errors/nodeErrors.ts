import { ExecutionBaseError, NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { isForModel } from '../general/node';
import { isRecord } from '../general/records';
import { lineOf, quoteSafely } from './redaction';
import {
	isForeign,
	isLasting,
	sentencesOf,
	whatBecomes,
	type Situation,
	type Values,
} from './situations';

/** The most that an error quotes of text from outside (characters). */
const MAX_VALUE = 200;
const MAX_SERVICE_MESSAGE = 300;
const MAX_FORMS = 2_000;

export type Finding = Values & {
	situation: Situation;
	/** The service's own words (section 7 leaves their format open). */
	serviceMessage?: string;
};

/** No request was made. */
export function inputError(node: INode, message: string, description?: string): NodeOperationError {
	const error = new NodeOperationError(node, message, { description });
	return withMessage(withOrigin(error, node), message);
}

/** The error for a situation. It has none of the secrets, so neither request nor response is attached. */
export function apiError(node: INode, finding: Finding, secrets: string[]): NodeApiError {
	const { situation, status } = finding;
	const [message, advice] = sentencesOf(situation, {
		...quotable(finding, secrets),
		isForModel: isForModel(node),
	});
	const afterward = whatBecomes(situation, finding);
	const description = [`${advice}${serviceWords(finding, secrets)}`.trim(), afterward]
		.filter(Boolean)
		.join(' ');
	const httpCode = status === undefined ? undefined : String(status);
	const error = new NodeApiError(node, {}, { message, description, httpCode });
	error.context.situation = situation;
	return withMessage(withOrigin(error, node), message);
}

function quotable(values: Values, secrets: string[]): Values {
	const quote = (text: string | undefined, maxLength = MAX_VALUE) =>
		text === undefined ? undefined : (quoteSafely(text, maxLength, secrets) ?? '…');
	return {
		status: values.status,
		id: quote(values.id),
		name: quote(values.name),
		forms: quote(values.forms, MAX_FORMS),
		baseUrl: quote(values.baseUrl),
		location: quote(values.location),
		retryAfterMs: values.retryAfterMs,
		goesOn: values.goesOn,
	};
}

function serviceWords({ situation, serviceMessage = '' }: Finding, secrets: string[]): string {
	const said = quoteSafely(serviceMessage, MAX_SERVICE_MESSAGE, secrets)?.replace(/"/g, "'");
	const speaker = isForeign(situation) ? 'response' : 'service';
	return said === undefined ? '' : ` The ${speaker} says: "${said}"`;
}

/** The error in our own words: n8n replaces one that contains a code, as "homepermit" does EPERM. */
function withMessage<E extends Error>(error: E, message: string): E {
	error.message = message;
	return error;
}

/**
 * The same error, with all that it says in its message: n8n passes on nothing else to whoever publishes or
 * starts a workflow, and to a model; nor has an item more than one place for it.
 */
export function inOneMessage(error: unknown): unknown {
	const isOurs = error instanceof NodeApiError || error instanceof NodeOperationError;
	if (!isOurs || !error.description) return error;
	error.message = `${error.message} ${error.description}`;
	error.description = undefined;
	return error;
}

/** Whatever the work throws is an error whose message is still there once n8n has stored it or passed it on. */
export async function withNodeErrors<T>(
	context: { getNode(): INode },
	work: () => Promise<T>,
): Promise<T> {
	try {
		return await work();
	} catch (error) {
		throw asShown(context.getNode(), error);
	}
}

/** The same, with all in one message. */
export async function withErrorsInOneMessage<T>(
	context: { getNode(): INode },
	work: () => Promise<T>,
): Promise<T> {
	return await withNodeErrors(context, work).catch((error: unknown) => {
		throw inOneMessage(error);
	});
}

export function isSituation(error: unknown, ...situations: Situation[]): boolean {
	return situations.some((situation) => situation === situationIn(error));
}

/** Whether it is our error for something that only a person can fix. */
export function needsPerson(error: unknown): boolean {
	return isLasting(situationIn(error));
}

/** What `apiError` noted, if it is such an error; by shape, because errors cross package boundaries. */
export function situationIn(error: unknown): string {
	return isRecord(error) && isRecord(error.context) ? String(error.context.situation) : '';
}

const NO_REASON =
	"Something unexpected happened, and n8n gave no reason. Try again, and look in n8n's log.";

/** Returns n8n's own errors of nodes as they are; whatever else was caught keeps its message. */
export function asNodeError(node: INode, caught: unknown): NodeApiError | NodeOperationError {
	const isNodeError = caught instanceof NodeApiError || caught instanceof NodeOperationError;
	const message = messageOf(caught);
	const error = isNodeError
		? caught
		: new NodeOperationError(node, caught instanceof Error ? caught : message);
	return withMessage(withOrigin(error, node), message);
}

/** n8n shows its errors in expressions in a way of their own. */
function asShown(node: INode, caught: unknown): Error {
	return caught instanceof ExecutionBaseError && caught.message !== ''
		? withOrigin(caught, node)
		: asNodeError(node, caught);
}

function messageOf(caught: unknown): string {
	const message = isRecord(caught) ? caught.message : caught;
	return ['string', 'number'].includes(typeof message) && message !== ''
		? String(message)
		: NO_REASON;
}

/** The workflow that n8n runs after a trigger has failed is told neither node nor form, but the error's context. */
function withOrigin<E extends ExecutionBaseError>(error: E, node: INode): E {
	if (!node.type.endsWith('Trigger')) return error;
	const { formId }: Record<string, unknown> = node.parameters;
	const form = isRecord(formId) ? formId.cachedResultName || formId.value : formId;
	Object.assign(error.context, { node: node.name, form });
	return error;
}

const HELD_UP =
	"Some older submissions can't be read yet. New ones usually still run this workflow.";

/** Why a trigger can't go on with what it left unread. */
export function heldUpError(node: INode, reason: unknown): NodeApiError | NodeOperationError {
	const error = asNodeError(node, reason);
	error.description = [HELD_UP, error.description].filter(Boolean).join(' ');
	return error;
}

/** Nobody can tell what becomes of runs there. */
export function engine2Error(node: INode): NodeOperationError {
	return inputError(
		node,
		"This workflow is set to n8n's engine 2.0, a preview, which doesn't tell a trigger whether a run has begun. Submissions whose runs it refuses don't come again.",
		"Set the workflow's engine to 1, and publish it again. Otherwise, compare the runs with Submission > Get Many from time to time.",
	);
}

/** n8n refused to begin a run that a trigger handed over: a person may have to mend something. */
export function refusedError(node: INode, said: string): NodeOperationError {
	return inputError(
		node,
		`n8n didn't begin the run of a new submission. It says: "${lineOf(said, 200)}"`,
		"Nothing is lost: the trigger hands it over again, at the latest ten minutes after n8n can run the workflow. Check that the credential of each node in the workflow exists, and is shared with the workflow's project, or ask the person who runs n8n to look at its log.",
	);
}
