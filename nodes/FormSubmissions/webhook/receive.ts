import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { CREDENTIAL_TYPE } from '../api/connection';
import { DeliveryMemory } from './acceptedDeliveries';
import { simplifyDelivery } from '../rows/deliveryRow';
import { readDelivery } from './delivery';
import { deriveSecret, readRegistrations, storedSecret } from './registration';
import { readSettings, type TriggerSettings } from './settings';
import { verifySignature, type RefusalReason } from './signature';

const memory = new DeliveryMemory();

/** n8n starts nothing; the answer has been given here. */
const ANSWERED: IWebhookResponseData = { noWebhookResponse: true };

/**
 * A request came in at the trigger's address. Before the signature holds, nothing of it is parsed,
 * stored or logged.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const settings = readSettings(context);
	const rawBody = await readRawBody(context);
	const verdict = verifySignature(
		context.getHeaderData() as Record<string, unknown>,
		rawBody,
		await findSecret(context, settings),
		Date.now(),
	);
	if (!verdict.isGenuine) return refuse(context, verdict.reason);

	const delivery = readDelivery(rawBody, settings.formId);
	if (delivery.kind === 'unreadable')
		return answer(context, 422, { error: 'The body is not JSON' });
	if (delivery.kind === 'ignored') return answer(context, 200, { ignored: delivery.reason });

	if (settings.skipRepeated && delivery.submissionId !== undefined) {
		const key = [
			context.getWorkflow().id,
			context.getNode().id,
			// A test must not make the real delivery of the same submission a repeat.
			context.getMode() === 'manual' ? 'test' : 'production',
			delivery.submissionId,
		].join('\n');
		const beganAtMs = Date.now();
		const state = memory.begin(key, beganAtMs);
		if (state === 'accepted') return answer(context, 200, { repeated: true });
		if (state === 'inHand') {
			return answer(context, 503, {
				error: 'The same submission is being worked on, send it again',
			});
		}
		whenAnswered(context, (statusCode) => memory.end(key, beganAtMs, statusCode));
	}

	const simplify = context.getNodeParameter('simplify', true) as boolean;
	const json = simplify ? simplifyDelivery(delivery.delivery) : delivery.delivery;
	return { workflowData: [[{ json }]], webhookResponse: { received: true } };
}

/** The bytes as they arrived. n8n keeps them for the content types it parses itself. */
async function readRawBody(context: IWebhookFunctions): Promise<Buffer> {
	const request = context.getRequestObject();
	if (!request.rawBody) await request.readRawBody();
	return request.rawBody ?? Buffer.alloc(0);
}

/**
 * The stored secret of the trigger's revision. Only where n8n has lost it is the credential read
 * and the secret derived again: reading credentials costs a third of the deliveries a second.
 */
async function findSecret(
	context: IWebhookFunctions,
	{ registration, revision }: TriggerSettings,
): Promise<string | undefined> {
	const { id: nodeId } = context.getNode();
	if (registration === 'manual') {
		const credential = await context.getCredentials(CREDENTIAL_TYPE);
		return typeof credential.webhookSecret === 'string' ? credential.webhookSecret : undefined;
	}
	const known = readRegistrations(context.getWorkflowStaticData('global'), nodeId);
	const stored = storedSecret(known, revision);
	if (stored !== undefined) return stored;
	const { apiKey } = await context.getCredentials(CREDENTIAL_TYPE);
	if (typeof apiKey !== 'string' || apiKey === '') return undefined;
	return deriveSecret(apiKey, { workflowId: context.getWorkflow().id ?? '', nodeId, revision });
}

function refuse(context: IWebhookFunctions, reason: RefusalReason): IWebhookResponseData {
	context.logger.warn(`Form Submissions Trigger: a delivery was refused, ${reason}`, {
		node: context.getNode().name,
	});
	return answer(context, 401, { error: `Not accepted: ${reason}` });
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
 * Calls back when n8n ends its response. The `close` event would not do: a sender that hangs up
 * early makes it come while n8n is still storing the execution.
 */
function whenAnswered(context: IWebhookFunctions, callback: (statusCode: number) => void): void {
	const response = context.getResponseObject();
	const end = response.end.bind(response) as (...args: unknown[]) => typeof response;
	const endAndTell = (...args: unknown[]) => {
		callback(response.statusCode);
		return end(...args);
	};
	response.end = endAndTell as typeof response.end;
}
