import { ExecutionBaseError, NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { isForModel } from '../general/node';
import { isRecord } from '../general/records';
import { quoteSafely } from './redaction';
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
	return finished(new NodeOperationError(node, message, { description }), node, message);
}

/** It has none of the secrets, so neither request nor response is attached. */
class ApiError extends NodeApiError {
	override name = NodeApiError.name;

	constructor(
		node: INode,
		readonly situation: Situation,
		said: { message: string; description: string; httpCode?: string },
	) {
		super(node, {}, said);
	}
}

/** The error for a situation. */
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
	const error = new ApiError(node, situation, { message, description, httpCode });
	return finished(error, node, message);
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

/**
 * What else an error says: of which input item, and `first`, before its description. With `isOneMessage`, all is in its
 * message: n8n passes on nothing else to whoever publishes or starts a workflow, and to a model; nor has an item more
 * than one place for it.
 */
type Shown = { itemIndex?: number; first?: string; isOneMessage?: boolean };

/**
 * The only place that changes an error. In our own words: n8n replaces a message that contains a code, as "homepermit"
 * does EPERM. The workflow that n8n runs after a trigger has failed is told neither node nor form, but the context.
 */
function finished<E extends ExecutionBaseError>(
	error: E,
	node: INode,
	message: string,
	{ itemIndex, first, isOneMessage = false }: Shown = {},
): E {
	const description = [first, error.description].filter(Boolean).join(' ') || undefined;
	error.message = isOneMessage && description ? `${message} ${description}` : message;
	error.description = isOneMessage ? undefined : description;
	if (itemIndex !== undefined) error.context.itemIndex = itemIndex;
	if (!node.type.endsWith('Trigger')) return error;
	const { formId }: Record<string, unknown> = node.parameters;
	const form = isRecord(formId) ? formId.cachedResultName || formId.value : formId;
	Object.assign(error.context, { node: node.name, form });
	return error;
}

/** Of a node, as n8n shows it. */
export type OfNode = NodeApiError | NodeOperationError;

/** n8n's own errors of nodes stay what they are; whatever else was caught keeps its message. */
export function asNodeError(node: INode, caught: unknown, shown?: Shown): OfNode {
	const message = messageOf(caught);
	if (isOfNode(caught)) return finished(caught, node, message, shown);
	const cause = caught instanceof Error ? caught : message;
	return finished(new NodeOperationError(node, cause), node, message, shown);
}

/** The same, but n8n shows its errors in expressions in a way of their own. */
export function asShown(node: INode, caught: unknown, shown: Shown): Error {
	const isOther = caught instanceof ExecutionBaseError && !isOfNode(caught);
	if (!isOther || caught.message === '') return asNodeError(node, caught, shown);
	return finished(caught, node, caught.message, { itemIndex: shown.itemIndex });
}

function isOfNode(error: unknown): error is OfNode {
	return error instanceof NodeApiError || error instanceof NodeOperationError;
}

/** Whatever the work throws is an error whose message is still there once n8n has stored it or passed it on. */
export async function withNodeErrors<T>(
	context: { getNode(): INode },
	work: () => Promise<T>,
	shown: Shown = {},
): Promise<T> {
	try {
		return await work();
	} catch (error) {
		throw asShown(context.getNode(), error, shown);
	}
}

/** The situation, if it is our error for one; else nothing. */
export function situationIn(error: unknown): Situation | '' {
	return error instanceof ApiError ? error.situation : '';
}

export function isSituation(error: unknown, situation: Situation): boolean {
	return situationIn(error) === situation;
}

/** Whether it is our error for something that only a person can fix. */
export function needsPerson(error: unknown): boolean {
	return isLasting(situationIn(error));
}

const NO_REASON =
	"Something unexpected happened, and n8n gave no reason. Try again, and look in n8n's log.";

function messageOf(caught: unknown): string {
	const message = isRecord(caught) ? caught.message : caught;
	return ['string', 'number'].includes(typeof message) && message !== ''
		? String(message)
		: NO_REASON;
}
