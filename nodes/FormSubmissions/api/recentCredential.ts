import type {
	ICredentialDataDecryptedObject,
	IHookFunctions,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { nodeKeyOf } from '../general/node';
import { Remembered } from '../general/remembered';
import { isWithin } from '../general/time';
import { readCredential } from './credential';

const MAX_TRIGGERS = 1_000;

/** How long a delivery may use a trigger's credential after it was read (milliseconds): anyone can send many. */
const RECENT_MS = 60_000;

/** How long a reading of the list may (milliseconds): a new key counts soon, and n8n takes as long for it as for half a run. */
export const JUST_NOW_MS = 10_000;

type CredentialRead = { readAtMs: number; credential: Promise<ICredentialDataDecryptedObject> };

const credentialReads = new Remembered<CredentialRead>(MAX_TRIGGERS);

/** The trigger's credential, read within this time: simultaneous deliveries share one read. */
export async function recentCredential(
	context: IWebhookFunctions | ITriggerFunctions,
	withinMs = RECENT_MS,
): Promise<ICredentialDataDecryptedObject> {
	const key = nodeKeyOf(context);
	const known = credentialReads.get(key);
	if (known && isWithin(withinMs, known.readAtMs, Date.now())) return await known.credential;

	const credential = readCredential(context);
	credentialReads.set(key, { readAtMs: Date.now(), credential });
	credential.catch(() => credentialReads.delete(key));
	return await credential;
}

/** Call this when the workflow is published: the credential is then read again. */
export function forgetCredential(context: IHookFunctions | ITriggerFunctions): void {
	credentialReads.delete(nodeKeyOf(context));
}
