import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { remembered } from '../general/remembered';
import { nodeKeyOf } from '../state/nodeStates';
import { simplifyDelivery } from '../rows/submissionRow';
import { listeningSession, noteTestDelivery } from '../state/testListening';
import { deliveryKey, DeliveryMemory } from './acceptedDeliveries';
import { readDelivery } from './delivery';
import { logIgnored, logRefused, logUnreadable, logVerificationError } from './log';
import { isListening, readTriggerSettings, type TriggerSettings } from './settings';
import { isSigned, type Refusal } from './signature';
import { verifyDelivery, type DeliveryCheck } from './verify';

const deliveries = remembered(() => new DeliveryMemory());

/** Tells n8n to start nothing and not to respond: the response has been sent. */
const RESPONDED: IWebhookResponseData = { noWebhookResponse: true };

/**
 * Handles a request to the trigger's address. Until the signature has been verified, nothing in the
 * request is parsed, stored, or logged, and nothing may be thrown: n8n would store a failed
 * execution, and start the error workflow, for anyone who knows the address.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	// Without a signature, neither the body nor the credential needs to be read.
	if (!isSigned({ ...context.getHeaderData() })) {
		return refuse(context, 'the signature headers are missing');
	}
	let settings: TriggerSettings;
	let check: DeliveryCheck;
	try {
		settings = readTriggerSettings(context);
		check = await verifyDelivery(context, settings);
	} catch (error) {
		logVerificationError(context, error);
		// Not 401: the service may have signed it, and should send it again.
		return respond(context, 503, { error: "The delivery couldn't be verified; try again" });
	}
	if (!check.ok) return refuse(context, check.reason, settings);
	if (isListening(context)) noteTestDelivery(context);
	return accept(context, settings, check);
}

function refuse(
	context: IWebhookFunctions,
	reason: Refusal,
	settings?: TriggerSettings,
): IWebhookResponseData {
	logRefused(context, reason, settings);
	return respond(context, 401, { error: `Not accepted: ${reason}` });
}

/** Handles a genuine delivery: runs the workflow, or responds why it doesn't. */
function accept(
	context: IWebhookFunctions,
	{ formId, skipRepeated, rowOptions }: TriggerSettings,
	{ rawBody, baseUrl }: DeliveryCheck & { ok: true },
): IWebhookResponseData {
	const delivery = readDelivery(rawBody, formId);
	if (delivery.kind === 'unreadable') {
		logUnreadable(context);
		return respond(context, 422, { error: 'The body is not a JSON object' });
	}
	if (delivery.kind === 'ignored') {
		logIgnored(context, delivery);
		return respond(context, 200, { ignored: delivery.reason });
	}
	const { submissionId, body } = delivery;
	if (skipRepeated && submissionId !== undefined) {
		const nodeKey = nodeKeyOf(context);
		const session = isListening(context) ? listeningSession(context) : 'production';
		const key = deliveryKey({ nodeKey, session, baseUrl, submissionId });
		const response = respondIfRepeated(context, key);
		if (response) return response;
	}
	const json = rowOptions.simplify ? simplifyDelivery(body, rowOptions) : body;
	return { workflowData: [[{ json }]], webhookResponse: { received: true } };
}

/**
 * Responds to a delivery of a submission that was accepted before or is in progress. Undefined for
 * a first delivery, which is accepted once n8n has responded to it with 2xx.
 */
function respondIfRepeated(
	context: IWebhookFunctions,
	key: string,
): IWebhookResponseData | undefined {
	const beganAtMs = Date.now();
	const state = deliveries().begin(key, beganAtMs);
	if (state === 'accepted') return respond(context, 200, { repeated: true });
	if (state === 'inProgress') {
		return respond(context, 503, { error: 'This submission is still being processed; try again' });
	}
	whenResponded(context, (statusCode) => deliveries().end(key, beganAtMs, statusCode));
	return undefined;
}

function respond(
	context: IWebhookFunctions,
	statusCode: number,
	body: Record<string, unknown>,
): IWebhookResponseData {
	context.getResponseObject().status(statusCode).json(body);
	return RESPONDED;
}

/**
 * Calls back when n8n ends its response. The `close` event won't do: if the sender hangs up early,
 * it fires while n8n is still storing the execution.
 */
function whenResponded(context: IWebhookFunctions, callback: (statusCode: number) => void): void {
	const response = context.getResponseObject();
	response.end = new Proxy(response.end, {
		apply(end, _response, args) {
			callback(response.statusCode);
			return Reflect.apply(end, response, args);
		},
	});
}
