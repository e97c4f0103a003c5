import type {
	ICredentialDataDecryptedObject,
	IHookFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { CREDENTIAL_TYPE } from '../api/connection';
import { BoundedMap } from '../general/boundedMap';
import { nodeKeyOf } from '../general/nodeKey';

/**
 * How long a credential is used for deliveries after it was read (milliseconds). After it was
 * changed, the previous service's signatures are accepted for this long.
 */
export const KEPT_MS = 60_000;

/**
 * If the kept credential doesn't verify a delivery, it is checked again with one read at most this
 * long ago (milliseconds): the credential may have been changed, and the workflow published, since.
 * Not 0, or each forged delivery would make n8n read the credential.
 */
export const FRESH_MS = 1_000;

/** Triggers whose credential is kept; the one read longest ago is dropped first. */
const MAX_KEPT = 1_000;

type Kept = { readAtMs: number; credential: Promise<ICredentialDataDecryptedObject> };

const kept = new BoundedMap<string, Kept>(MAX_KEPT);

/**
 * A trigger's credential, from process memory unless it was read longer than `longestMs` ago. n8n
 * doesn't report changes to a credential, and in measurements, reading it for each delivery cost a
 * third of the throughput. Simultaneous deliveries share one read.
 */
export async function readCredential(
	context: IWebhookFunctions,
	longestMs: number,
): Promise<ICredentialDataDecryptedObject> {
	const key = nodeKeyOf(context);
	const nowMs = Date.now();
	const known = kept.get(key);
	// If the clock was set back, the credential must not be kept for longer.
	if (known && Math.abs(nowMs - known.readAtMs) <= longestMs) return await known.credential;

	const read = { readAtMs: nowMs, credential: context.getCredentials(CREDENTIAL_TYPE) };
	kept.set(key, read);
	read.credential.catch(() => {
		if (kept.get(key) === read) kept.delete(key);
	});
	return await read.credential;
}

/** To be called when the workflow is published: its next delivery reads the credential again. */
export function forgetCredential(context: IHookFunctions): void {
	kept.delete(nodeKeyOf(context));
}
