import type {
	ICredentialDataDecryptedObject,
	ITriggerFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { workflowIdOf } from '../general/node';
import { ProcessMemory } from '../general/processMemory';
import { isWithin } from '../general/time';
import { CREDENTIAL_TYPE, readCredential } from './credential';

const MAX_CREDENTIALS = 1_000;

/** The oldest credential that a delivery is verified with (milliseconds): anyone can send many. */
const OLDEST_FOR_DELIVERY_MS = 60_000;

/**
 * The oldest that a reading of the list uses (milliseconds): a new key counts soon, and reading it costs n8n
 * half of what a run does.
 */
export const OLDEST_FOR_READING_MS = 10_000;

type CredentialRead = { readAtMs: number; credential: Promise<ICredentialDataDecryptedObject> };

const credentialReads = new ProcessMemory<CredentialRead>(MAX_CREDENTIALS);

/** The trigger's credential, read within this time: simultaneous deliveries share one read. */
export async function recentCredential(
	context: IWebhookFunctions | ITriggerFunctions,
	withinMs = OLDEST_FOR_DELIVERY_MS,
): Promise<ICredentialDataDecryptedObject> {
	const key = credentialKeyOf(context);
	const known = credentialReads.get(key);
	if (known && isWithin(withinMs, known.readAtMs, Date.now())) return await known.credential;

	const credential = readCredential(context, true);
	credentialReads.set(key, { readAtMs: Date.now(), credential });
	credential.catch(() => credentialReads.delete(key));
	return await credential;
}

/** Call this when the workflow is published: the credential is then read again. */
export function forgetCredential(context: ITriggerFunctions): void {
	credentialReads.delete(credentialKeyOf(context));
}

/** In the editor, a changed workflow may use another credential than the one that is published. */
function credentialKeyOf(context: IWebhookFunctions | ITriggerFunctions): string {
	const { id, credentials } = context.getNode();
	return `${workflowIdOf(context)}\n${id}\n${credentials?.[CREDENTIAL_TYPE]?.id}`;
}
