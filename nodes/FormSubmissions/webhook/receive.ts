import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { simplifyDelivery } from '../rows/submissionRow';
import { workflowIdOf } from '../general/nodeKey';
import { isListening, noteTestDelivery } from '../state/testListening';
import { deliveryKey, DeliveryMemory } from './acceptedDeliveries';
import { readDelivery, type DeliveryVerdict } from './delivery';
import { readDeliverySettings } from './settings';
import { verifyDelivery, type DeliveryCheck } from './verify';

const memory = new DeliveryMemory();

/** Tells n8n to start nothing and not to respond: the response has been sent. */
const ANSWERED: IWebhookResponseData = { noWebhookResponse: true };

/**
 * Handles a request to the trigger's address. Until the signature has been verified, nothing in the
 * request is parsed, stored, or logged, and nothing may be thrown: n8n would store a failed
 * execution, and start the error workflow, for anyone who knows the address.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	let check: DeliveryCheck;
	try {
		check = await verifyDelivery(context);
	} catch (error) {
		return answerUnchecked(context, error);
	}
	if (!check.isGenuine) return refuse(context, check.reason);
	if (isListening(context)) noteTestDelivery(context);

	const settings = readDeliverySettings(context);
	const delivery = readDelivery(check.rawBody, settings.formId);
	if (delivery.kind === 'unreadable')
		return answer(context, 422, { error: 'The body is not JSON' });
	if (delivery.kind === 'ignored') return answer(context, 200, { ignored: delivery.reason });

	const repeated = settings.skipRepeated ? answerRepeated(context, delivery) : undefined;
	if (repeated) return repeated;
	const json = settings.rowOptions.simplify
		? simplifyDelivery(delivery.delivery, settings.rowOptions)
		: delivery.delivery;
	return { workflowData: [[{ json }]], webhookResponse: { received: true } };
}

/**
 * Responds to a delivery of a submission that was accepted before or is in progress. Undefined for
 * a first delivery, which is accepted once n8n has responded to it with 2xx.
 */
function answerRepeated(
	context: IWebhookFunctions,
	{ event, submissionId }: DeliveryVerdict & { kind: 'submission' },
): IWebhookResponseData | undefined {
	if (submissionId === undefined) return undefined;
	const key = deliveryKey({
		workflowId: workflowIdOf(context),
		nodeId: context.getNode().id,
		isTest: isListening(context),
		event,
		submissionId,
	});
	const beganAtMs = Date.now();
	const state = memory.begin(key, beganAtMs);
	if (state === 'accepted') return answer(context, 200, { repeated: true });
	if (state === 'inProgress') {
		return answer(context, 503, { error: 'This submission is in progress; send it again' });
	}
	whenAnswered(context, (statusCode) => memory.end(key, beganAtMs, statusCode));
	return undefined;
}

function refuse(context: IWebhookFunctions, reason: string): IWebhookResponseData {
	context.logger.warn(`Form Submissions Trigger: a delivery was refused, ${reason}`, {
		node: context.getNode().name,
	});
	return answer(context, 401, { error: `Not accepted: ${reason}` });
}

/** The trigger's settings or credential can't be read, so the delivery can't be verified. */
function answerUnchecked(context: IWebhookFunctions, error: unknown): IWebhookResponseData {
	const reason = error instanceof Error ? error.message : String(error);
	context.logger.error(`Form Submissions Trigger: a delivery couldn't be verified: ${reason}`, {
		node: context.getNode().name,
	});
	return answer(context, 503, { error: "The delivery couldn't be verified; send it again" });
}

function answer(
	context: IWebhookFunctions,
	statusCode: number,
	body: Record<string, unknown>,
): IWebhookResponseData {
	context.getResponseObject().status(statusCode).json(body);
	return ANSWERED;
}

/**
 * Calls back when n8n ends its response. The `close` event won't do: if the sender hangs up early,
 * it fires while n8n is still storing the execution.
 */
function whenAnswered(context: IWebhookFunctions, callback: (statusCode: number) => void): void {
	const response = context.getResponseObject();
	response.end = new Proxy(response.end, {
		apply(end, _response, args) {
			callback(response.statusCode);
			return Reflect.apply(end, response, args);
		},
	});
}
