import type { IHookFunctions } from 'n8n-workflow';

import {
	connect,
	CREDENTIAL_TYPE,
	PUBLISHING,
	readSecret,
	type Connection,
} from '../api/connection';
import { createDestination } from '../api/destinations';
import { parseUrl } from '../api/urls/baseUrl';
import { isLocalHost } from '../api/urls/hostScope';
import { inputError } from '../errors';
import { readTimeZone } from '../fields/timeZone';
import { beginListening, endListening } from '../state/testListening';
import { logKept, logOtherAddress, logReused } from './log';
import {
	forgetTestRegistrations,
	highestRevision,
	lastRegistration,
	originOf,
	rememberRegistration,
	secretFor,
	type Destination,
} from './registrations';
import { isListening, readTriggerSettings, type TriggerSettings } from './settings';
import { forgetCredential } from './verify';

/** Whether the service already delivers to this trigger's address. */
export async function checkExists(context: IHookFunctions): Promise<boolean> {
	forgetCredential(context);
	if (isListening(context)) beginListening(context, Date.now());
	// Invalid settings fail here, where a person sees the error, not with each delivery.
	readTimeZone(context);
	const settings = readTriggerSettings(context);
	if (settings.registration === 'manual') return false;

	const connection = await connect(context, PUBLISHING);
	checkRevision(context, connection.baseUrl, settings.revision);
	const existing = lastRegistration(context, destinationOf(context, connection, settings));
	if (!existing) return false;
	// As the last one, whose secret is in use. Listening starts with empty static data each time.
	rememberRegistration(context, existing);
	if (!isListening(context)) logReused(context, existing);
	return true;
}

/**
 * Registers a destination with the service and remembers it; if registration is manual, only checks
 * that the credential has a secret. Throws an error that says what happened and what to do.
 */
export async function create(context: IHookFunctions): Promise<boolean> {
	const settings = readTriggerSettings(context);
	if (settings.formId === '') {
		const message = 'No form is chosen. Choose the form to watch from the list.';
		throw inputError(context.getNode(), message);
	}
	if (settings.registration === 'manual') {
		await checkManualSecret(context);
		return true;
	}
	const connection = await connect(context, PUBLISHING);
	const destination = destinationOf(context, connection, settings);
	checkReachable(context, destination);

	// A workflow imported from another n8n instance brings the secret of its registrations along.
	const origin = originOf(destination.url);
	const { formId, baseUrl, revision } = destination;
	const secret = secretFor(context, { origin, baseUrl, revision }, connection.apiKey);
	const earlier = lastRegistration(context, { formId, baseUrl, revision });
	await createDestination(connection, { ...destination, secret });
	// Nothing below may throw, or n8n would register again what the service has already accepted.
	rememberRegistration(context, { ...destination, secret });
	if (earlier && originOf(earlier.url) !== origin) logOtherAddress(context, earlier);
	return true;
}

/**
 * The service documents no way to delete a destination, so it stays, along with its secret, and
 * publishing again reuses it. Only a test destination that received nothing is forgotten, because a
 * person may have deleted it.
 */
export async function remove(context: IHookFunctions): Promise<boolean> {
	const listening = endListening(context, Date.now());
	const settings = readableSettings(context);
	if (!settings) return true;
	if (listening === 'timedOut') forgetTestRegistrations(context, settings.formId);
	if (listening === 'none' && settings.registration === 'automatic') {
		const { formId, revision } = settings;
		const url = context.getNodeWebhookUrl('default');
		// n8n also calls this after a registration that failed; then there may be no destination.
		const kept = lastRegistration(context, { formId, url, revision });
		if (kept) logKept(context, kept);
	}
	return true;
}

/** Undefined instead of an error: if ending a trigger failed, n8n would keep its address. */
function readableSettings(context: IHookFunctions): TriggerSettings | undefined {
	try {
		return readTriggerSettings(context);
	} catch {
		return undefined;
	}
}

/**
 * Throws if 'Register Again' was lowered or removed: the secret of an earlier revision, which may have
 * leaked, would be accepted again, and the deliveries of the last destination refused.
 */
function checkRevision(context: IHookFunctions, baseUrl: string, revision: number): void {
	const highest = highestRevision(context, baseUrl);
	if (revision >= highest) return;
	throw inputError(
		context.getNode(),
		`This trigger was last registered with 'Register Again' set to ${highest}. Set that option to ${highest} to continue, or to ${highest + 1} to register again with a new secret.`,
	);
}

function destinationOf(
	context: IHookFunctions,
	{ baseUrl }: Connection,
	{ formId, revision }: TriggerSettings,
): Destination {
	const url = context.getNodeWebhookUrl('default');
	if (url === undefined) {
		throw inputError(
			context.getNode(),
			'n8n returned no address for this trigger. Delete the node, add it again, and publish (activate) the workflow.',
		);
	}
	return { formId, url, baseUrl, revision };
}

/**
 * Throws if the service can't deliver to the destination's URL, which must be publicly reachable
 * (specification, section 4). A service on the user's own network reaches local addresses, too.
 */
function checkReachable(context: IHookFunctions, { url, baseUrl }: Destination): void {
	if (isLocalHost(new URL(baseUrl).hostname)) return;
	const parsed = parseUrl(url);
	if (parsed && !isLocalHost(parsed.hostname)) return;
	throw inputError(
		context.getNode(),
		`The service can't reach this n8n instance at ${parsed?.origin ?? url}, so no submission would ever arrive. Ask the person who installed n8n to set the environment variable N8N_WEBHOOK_URL (WEBHOOK_URL in older versions of n8n) to its public https address and restart n8n, or use the Form Submissions Polling Trigger, which needs no public address.`,
	);
}

async function checkManualSecret(context: IHookFunctions): Promise<void> {
	const { webhookSecret } = await context.getCredentials(CREDENTIAL_TYPE);
	if (readSecret(webhookSecret) !== undefined) return;
	throw inputError(
		context.getNode(),
		"'Registration' is set to Manual, but this node's credential has no webhook secret. Create a long random string, and enter it both in 'Webhook Secret' of the credential and as the secret of the destination in the service.",
	);
}
