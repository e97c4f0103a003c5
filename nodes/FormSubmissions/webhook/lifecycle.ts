import type { ICredentialDataDecryptedObject, IHookFunctions } from 'n8n-workflow';

import { connectWith, CREDENTIAL_TYPE, PUBLISHING, type Connection } from '../api/connection';
import { createDestination } from '../api/destinations';
import { inputError } from '../errors/errors';
import { triggerParameters } from '../parameters/reader';
import { beginListening, endListening, isListening } from '../state/testListening';
import { forgetCredential } from './credentialMemory';
import {
	forgetTestRegistrations,
	knownRegistrations,
	rememberRegistration,
	secretOwner,
} from './knownRegistrations';
import { readManualSecret } from './manualSecret';
import { publicUrlProblem } from './publicUrl';
import { isSameRegistration, secretInUse, type RegistrationKey } from './registration';
import { readDeliverySettings, readFormId, readRegistrationSettings } from './settings';

/** Whether the service already delivers to this trigger's address. */
export async function checkExists(context: IHookFunctions): Promise<boolean> {
	forgetCredential(context);
	if (isListening(context)) beginListening(context, Date.now());
	const { registration, revision } = readRegistrationSettings(context);
	// Invalid settings fail here, where a person sees the error, not with each delivery.
	readDeliverySettings(context);
	if (registration === 'manual') return false;
	const connection = await connectToPublish(context);
	const wanted = wantedRegistration(context, connection, revision);
	const existing = knownRegistrations(context).find((known) => isSameRegistration(known, wanted));
	// Listening starts with empty static data each time, and a delivery needs the secret in it.
	if (existing && isListening(context)) rememberRegistration(context, existing);
	return existing !== undefined;
}

/**
 * Registers a destination with the service and remembers it; if registration is manual, only checks
 * that the credential has a secret. Throws an error that says what happened and what to do.
 */
export async function create(context: IHookFunctions): Promise<boolean> {
	const { registration, revision } = readRegistrationSettings(context);
	if (readFormId(context) === '') {
		throw inputError(
			context.getNode(),
			'No form is chosen. Choose the form to watch from the list.',
		);
	}
	const credential = await context.getCredentials(CREDENTIAL_TYPE);
	if (registration === 'manual') {
		checkManualSecret(context, credential);
		return true;
	}
	const connection = connectWith(context, credential, PUBLISHING);
	const wanted = wantedRegistration(context, connection, revision);
	const problem = publicUrlProblem(wanted.url, wanted.baseUrl);
	if (problem !== undefined) throw inputError(context.getNode(), problem);

	const owner = secretOwner(context, wanted);
	const secret = secretInUse(knownRegistrations(context), credential.apiKey, owner);
	// Can't happen: `connectWith` rejects a credential without a key.
	if (secret === undefined) return false;
	const destinationId = await createDestination(connection, { ...wanted, secret });
	// Nothing below may throw, or n8n would register again what the service has already accepted.
	rememberRegistration(context, { ...wanted, secret, destinationId });
	return true;
}

/**
 * The service documents no way to delete a destination, so it stays, along with its secret, and
 * publishing again reuses it. Only a test destination that received nothing is forgotten, because a
 * person may have deleted it.
 */
export async function remove(context: IHookFunctions): Promise<boolean> {
	const formId = formIdOfEnded(context);
	const listening = endListening(context, Date.now());
	if (listening === 'timedOut') forgetTestRegistrations(context, formId);
	if (listening === 'none' && triggerParameters(context).value('registration') !== 'manual') {
		context.logger.info(
			`Form Submissions Trigger: the destination on form ${formId} stays registered and will be reused when this workflow is published again. To remove it permanently, delete it in the service's dashboard: ${context.getNodeWebhookUrl('default')}. If you delete it and later want to publish again, first increase the number in the trigger's option 'Register Again'.`,
		);
	}
	return true;
}

/** Never throws, whatever the settings: if ending a trigger failed, n8n would keep its address. */
function formIdOfEnded(context: IHookFunctions): string {
	try {
		return readFormId(context);
	} catch {
		return '';
	}
}

async function connectToPublish(context: IHookFunctions): Promise<Connection> {
	return connectWith(context, await context.getCredentials(CREDENTIAL_TYPE), PUBLISHING);
}

function wantedRegistration(
	context: IHookFunctions,
	{ baseUrl }: Connection,
	revision: number,
): RegistrationKey {
	const url = context.getNodeWebhookUrl('default');
	if (url === undefined) {
		throw inputError(
			context.getNode(),
			'n8n returned no address for this trigger. Delete the node, add it again, and publish (activate) the workflow.',
		);
	}
	return { formId: readFormId(context), url, baseUrl, revision };
}

function checkManualSecret(
	context: IHookFunctions,
	{ webhookSecret }: ICredentialDataDecryptedObject,
): void {
	if (readManualSecret(webhookSecret) !== undefined) return;
	throw inputError(
		context.getNode(),
		"'Registration' is set to Manual, and the credential of this node has no webhook secret. Make up a long random text, and enter it both in 'Webhook Secret' of the credential and as the secret of the destination in the service's dashboard.",
	);
}
