import type {
	ICredentialDataDecryptedObject,
	IHookFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { CREDENTIAL_TYPE } from '../api/connection';
import { workflowIdOf } from '../state/nodeState';

/**
 * How long a credential that was read is used for deliveries (milliseconds): so long a service that
 * it no longer names can still sign.
 */
export const KEPT_MS = 60_000;

/**
 * A delivery that the kept credential does not verify is checked with one read at most so long ago:
 * the credential may have been changed and the workflow published since. Not at once, or whoever
 * sends forged deliveries makes n8n read the credential for each of them.
 */
export const FRESH_MS = 1_000;

/** Triggers whose credential is kept; the one read longest ago goes first. */
const MOST_KEPT = 1_000;

type Kept = { readAtMs: number; credential: Promise<ICredentialDataDecryptedObject> };

const kept = new Map<string, Kept>();

/**
 * The credential of a trigger, from process memory unless it was read longer than `longestMs` ago.
 * n8n tells nobody that a credential was changed, and reading it for each delivery was measured to
 * cost a third of the throughput. Deliveries that come at once share one reading.
 */
export async function readCredential(
	context: IWebhookFunctions,
	longestMs: number,
): Promise<ICredentialDataDecryptedObject> {
	const key = keyOf(context);
	const nowMs = Date.now();
	const known = kept.get(key);
	// A clock that was set back must not keep a credential for longer.
	if (known && Math.abs(nowMs - known.readAtMs) <= longestMs) return await known.credential;

	const read = { readAtMs: nowMs, credential: context.getCredentials(CREDENTIAL_TYPE) };
	kept.delete(key);
	kept.set(key, read);
	const [oldest] = kept.keys();
	if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
	read.credential.catch(() => {
		if (kept.get(key) === read) kept.delete(key);
	});
	return await read.credential;
}

/** The workflow is published anew: its next delivery reads the credential again. */
export function forgetCredential(context: IHookFunctions): void {
	kept.delete(keyOf(context));
}

function keyOf(context: IHookFunctions | IWebhookFunctions): string {
	return `${workflowIdOf(context)}\n${context.getNode().id}`;
}
