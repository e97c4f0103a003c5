import type {
	ICredentialDataDecryptedObject,
	IHookFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { nodeKeyOf } from '../general/node';
import { Remembered } from '../general/remembered';
import { isWithin } from '../general/time';
import { readCredential } from './credential';

const MAX_TRIGGERS = 1_000;

/** How long a trigger's credential is used after it was read (milliseconds): reading costs n8n a lot. */
const RECENT_MS = 60_000;

type CredentialRead = { readAtMs: number; credential: Promise<ICredentialDataDecryptedObject> };

const credentialReads = new Remembered<CredentialRead>(MAX_TRIGGERS);

/** The trigger's credential, read at most once a minute: simultaneous deliveries share one read. */
export async function recentCredential(
	context: IWebhookFunctions,
): Promise<ICredentialDataDecryptedObject> {
	const key = nodeKeyOf(context);
	const known = credentialReads.get(key);
	if (known && isWithin(RECENT_MS, known.readAtMs, Date.now())) return await known.credential;

	const credential = readCredential(context);
	credentialReads.set(key, { readAtMs: Date.now(), credential });
	credential.catch(() => credentialReads.delete(key));
	return await credential;
}

/** Call this when the workflow is published: its next delivery reads the credential again. */
export function forgetCredential(context: IHookFunctions): void {
	credentialReads.delete(nodeKeyOf(context));
}
