import type { IWebhookFunctions } from 'n8n-workflow';

import { checkBaseUrl } from '../api/urls/baseUrl';
import { FRESH_MS, KEPT_MS, readCredential } from './credentialMemory';
import { knownRegistrations, secretOwner } from './knownRegistrations';
import { readManualSecret } from './manualSecret';
import { secretInUse } from './registration';
import { readRegistrationSettings } from './settings';
import { isSigned, verifySignature, type RefusalReason, type SignatureVerdict } from './signature';

/** Whether a delivery is genuine, and if so, its bytes. */
export type DeliveryCheck =
	| { isGenuine: true; rawBody: Buffer }
	| { isGenuine: false; reason: RefusalReason | 'the body could not be read' };

/**
 * Verifies the signature of a delivery. Throws if the trigger's settings or credential can't be
 * read.
 */
export async function verifyDelivery(context: IWebhookFunctions): Promise<DeliveryCheck> {
	const headers: Record<string, unknown> = { ...context.getHeaderData() };
	if (!isSigned(headers)) return { isGenuine: false, reason: 'the signature headers are missing' };
	const rawBody = await readRawBody(context);
	if (!rawBody) return { isGenuine: false, reason: 'the body could not be read' };

	const nowMs = Date.now();
	const kept = await findSecret(context, KEPT_MS);
	let verdict: SignatureVerdict = verifySignature(headers, rawBody, kept, nowMs);
	if (!verdict.isGenuine) {
		const fresh = await findSecret(context, FRESH_MS);
		if (fresh !== kept) verdict = verifySignature(headers, rawBody, fresh, nowMs);
	}
	return verdict.isGenuine ? { isGenuine: true, rawBody } : verdict;
}

/**
 * The bytes as they arrived; undefined if they are gone. n8n keeps them for the content types that
 * it parses itself, reads others on request, and consumes those of a multipart body.
 */
async function readRawBody(context: IWebhookFunctions): Promise<Buffer | undefined> {
	const request = context.getRequestObject();
	if (request.rawBody) return request.rawBody;
	try {
		await request.readRawBody();
	} catch {
		return undefined;
	}
	return request.rawBody;
}

async function findSecret(
	context: IWebhookFunctions,
	longestMs: number,
): Promise<string | undefined> {
	const { registration, revision } = readRegistrationSettings(context);
	const credential = await readCredential(context, longestMs);
	if (registration === 'manual') return readManualSecret(credential.webhookSecret);
	const service = checkBaseUrl(credential.baseUrl);
	if (!service.ok) return undefined;
	const owner = secretOwner(context, { baseUrl: service.value, revision });
	return secretInUse(knownRegistrations(context), credential.apiKey, owner);
}
