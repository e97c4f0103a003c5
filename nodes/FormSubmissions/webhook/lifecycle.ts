import type { ICredentialDataDecryptedObject, IDataObject, IHookFunctions } from 'n8n-workflow';

import { connectWith, CREDENTIAL_TYPE, PUBLISHING } from '../api/connection';
import { createDestination } from '../api/destinations';
import { inputError } from '../errors/errors';
import { checkBaseUrl } from '../api/urls/baseUrl';
import { publicUrlProblem } from './publicUrl';
import {
	deriveSecret,
	isSameRegistration,
	readRegistrations,
	storedSecret,
	storeRegistration,
	type RegistrationKey,
} from './registration';
import { readSettings, type TriggerSettings } from './settings';

/**
 * Destinations that listening for a test event registered. n8n gives every listening empty static
 * data, so this is what keeps five tests in a row from leaving five destinations.
 */
const testListening: IDataObject = {};

/** Whether the service already delivers to this trigger's address. */
export async function checkExists(context: IHookFunctions): Promise<boolean> {
	const settings = readSettings(context);
	if (settings.registration === 'manual') return false;
	const credential = await context.getCredentials(CREDENTIAL_TYPE);
	const wanted = wantedRegistration(context, settings, credential);
	const existing = readRegistrations(registrationData(context), nodeId(context)).find((known) =>
		isSameRegistration(known, wanted),
	);
	// Listening starts with empty data each time, and a delivery has to find the secret there.
	if (existing && isListening(context)) {
		storeRegistration(context.getWorkflowStaticData('global'), nodeId(context), existing);
	}
	return existing !== undefined;
}

/**
 * Registers a destination at the service and remembers it; with manual registration only checks
 * that the credential holds the secret. Throws one sentence on what happened and what to do.
 */
export async function create(context: IHookFunctions): Promise<boolean> {
	const settings = readSettings(context);
	if (settings.formId === '') {
		throw inputError(
			context.getNode(),
			'No form is chosen. Choose the form to watch from the list.',
		);
	}
	const credential = await context.getCredentials(CREDENTIAL_TYPE);
	if (settings.registration === 'manual') {
		if (!credential.webhookSecret) {
			throw inputError(
				context.getNode(),
				'Registration is set to Manual, and the credential has no webhook secret. Open the credential "Form Submissions API" and enter in Webhook Secret the same secret as for the destination in the dashboard of the service.',
			);
		}
		return true;
	}

	const wanted = wantedRegistration(context, settings, credential);
	const problem = publicUrlProblem(wanted.url, wanted.baseUrl);
	if (problem !== undefined) throw inputError(context.getNode(), problem);

	const known = readRegistrations(registrationData(context), nodeId(context));
	const secret =
		storedSecret(known, wanted.revision) ??
		deriveSecret(String(credential.apiKey), {
			workflowId: context.getWorkflow().id ?? '',
			nodeId: nodeId(context),
			revision: wanted.revision,
		});
	const destinationId = await createDestination(connectWith(context, credential, PUBLISHING), {
		...wanted,
		secret,
	});
	// Nothing below may throw: n8n would register again what the service has already accepted.
	const registration = { ...wanted, secret, destinationId };
	storeRegistration(context.getWorkflowStaticData('global'), nodeId(context), registration);
	if (isListening(context)) storeRegistration(testListening, nodeId(context), registration);
	return true;
}

/**
 * The service documents no way to delete a destination, so it stays, with its secret: publishing
 * again uses it again.
 */
export async function remove(context: IHookFunctions): Promise<boolean> {
	const { registration, formId } = readSettings(context);
	if (registration === 'automatic' && !isListening(context)) {
		context.logger.info(
			`Form Submissions Trigger: the destination on form ${formId} stays registered and is used again when this workflow is published again. To remove it for good, delete it in the dashboard of the service: ${context.getNodeWebhookUrl('default')}`,
		);
	}
	return true;
}

function wantedRegistration(
	context: IHookFunctions,
	{ formId, revision }: TriggerSettings,
	credential: ICredentialDataDecryptedObject,
): RegistrationKey {
	const baseUrl = checkBaseUrl(credential.baseUrl);
	if ('problem' in baseUrl) throw inputError(context.getNode(), baseUrl.problem, 'publishing');
	const url = context.getNodeWebhookUrl('default');
	if (url === undefined) {
		throw inputError(
			context.getNode(),
			'n8n gave this trigger no address. Delete the node, add it again and publish (activate) the workflow.',
		);
	}
	return { formId, url, baseUrl: baseUrl.url, revision };
}

function registrationData(context: IHookFunctions): IDataObject {
	return isListening(context) ? testListening : context.getWorkflowStaticData('global');
}

function isListening(context: IHookFunctions): boolean {
	return context.getMode() === 'manual';
}

function nodeId(context: IHookFunctions): string {
	return context.getNode().id;
}
