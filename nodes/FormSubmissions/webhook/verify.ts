import type {
	ICredentialDataDecryptedObject,
	IHookFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { CREDENTIAL_TYPE, readSecret } from '../api/connection';
import { checkBaseUrl } from '../api/urls/baseUrl';
import { BoundedMap } from '../general/boundedMap';
import { isWithin } from '../general/isWithin';
import { remembered } from '../general/remembered';
import { nodeKeyOf } from '../state/nodeStates';
import { secretFor } from './registrations';
import type { TriggerSettings } from './settings';
import { verifySignature, type Refusal } from './signature';

/** Whether a delivery is genuine, and if so, its bytes and the base URL of who signed it. */
export type DeliveryCheck =
	| { ok: true; rawBody: Buffer; baseUrl: string }
	| { ok: false; reason: Refusal };

/**
 * How long a credential is used for deliveries after it was read (milliseconds). After it was
 * changed, the previous service's signatures are accepted for this long.
 */
const MAX_AGE_MS = 60_000;

/**
 * If the kept credential doesn't verify a delivery, the delivery is checked again with one read at
 * most this long ago (milliseconds): the credential may have been changed, and the workflow
 * published, since. With a manual secret, which several services may know, each delivery is checked
 * with one that fresh: only the base URL tells whose submission it is. Not 0, or each forged delivery
 * would make n8n read the credential.
 */
const FRESH_MS = 1_000;

/** Triggers whose credential is kept; the one read longest ago is dropped first. */
const MAX_TRIGGERS = 1_000;

type CredentialRead = { readAtMs: number; credential: Promise<ICredentialDataDecryptedObject> };

const credentialReads = remembered(() => new BoundedMap<string, CredentialRead>(MAX_TRIGGERS));

/** Verifies the signature of a delivery. Throws if the trigger's credential can't be read. */
export async function verifyDelivery(
	context: IWebhookFunctions,
	settings: TriggerSettings,
): Promise<DeliveryCheck> {
	const rawBody = await readRawBody(context);
	if (!rawBody) return { ok: false, reason: 'the body could not be read' };

	const headers = { ...context.getHeaderData() };
	const nowMs = Date.now();
	const maxAgeMs = settings.registration === 'manual' ? FRESH_MS : MAX_AGE_MS;
	const usual = signerOf(context, settings, await recentCredential(context, maxAgeMs));
	const verdict = verifySignature(headers, rawBody, usual.secret, nowMs);
	if (verdict.ok) return { ok: true, rawBody, baseUrl: usual.baseUrl };

	const current = signerOf(context, settings, await recentCredential(context, FRESH_MS));
	if (current.secret === usual.secret) return verdict;
	const second = verifySignature(headers, rawBody, current.secret, nowMs);
	return second.ok ? { ok: true, rawBody, baseUrl: current.baseUrl } : second;
}

/** Call this when the workflow is published: its next delivery reads the credential again. */
export function forgetCredential(context: IHookFunctions): void {
	credentialReads().delete(nodeKeyOf(context));
}

/**
 * A trigger's credential, from process memory unless it was read longer than `maxAgeMs` ago. n8n
 * doesn't report changes to a credential, and in measurements, reading it for each delivery cost a
 * third of the throughput. Simultaneous deliveries share one read.
 */
async function recentCredential(
	context: IWebhookFunctions,
	maxAgeMs: number,
): Promise<ICredentialDataDecryptedObject> {
	const key = nodeKeyOf(context);
	const nowMs = Date.now();
	const known = credentialReads().get(key);
	if (known && isWithin(maxAgeMs, known.readAtMs, nowMs)) return await known.credential;

	const read = { readAtMs: nowMs, credential: context.getCredentials(CREDENTIAL_TYPE) };
	credentialReads().set(key, read);
	read.credential.catch(() => credentialReads().delete(key));
	return await read.credential;
}

/**
 * Who signs a trigger's deliveries: the service that the credential names now (empty if it names no
 * usable base URL), and with which secret, if any is known. What counts is the last registration at
 * whatever address: a process that only receives deliveries may not be told n8n's public address.
 */
function signerOf(
	context: IWebhookFunctions,
	{ registration, revision }: TriggerSettings,
	{ baseUrl: entered, apiKey, webhookSecret }: ICredentialDataDecryptedObject,
): { baseUrl: string; secret: string | undefined } {
	const checked = checkBaseUrl(entered);
	const baseUrl = checked.ok ? checked.value : '';
	if (registration === 'manual') return { baseUrl, secret: readSecret(webhookSecret) };
	if (!checked.ok) return { baseUrl, secret: undefined };
	return { baseUrl, secret: secretFor(context, { baseUrl, revision }, readSecret(apiKey)) };
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
