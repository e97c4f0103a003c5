import type { IHookFunctions } from 'n8n-workflow';

import { findForm } from '../../api/chosenForm';
import { connect, type Connection } from '../../api/connection';
import { readCredential, readSecret } from '../../api/credential';
import { createDestination } from '../../api/destinations';
import { forgetCredential } from '../../api/recentCredential';
import { publishing } from '../../api/timeLimits';
import { parseUrl } from '../../api/urls/baseUrl';
import { isLocalHost } from '../../api/urls/localHosts';
import { inputError, needsPerson } from '../../errors/nodeErrors';
import { nodeKeyOf } from '../../general/node';
import { UNSEEN } from '../../general/typedText';
import { readTimeZone } from '../../parameters/dates';
import { readTriggerSettings, type TriggerSettings } from '../parameters';
import { notePublishing, type PublishingProgress } from './publishingProgress';
import {
	isSame,
	storedRegistrations,
	type Destination,
	type Registration,
	type Registrations,
} from './registrations';
import { deriveSecret } from './secret';

/** n8n publishes or starts the trigger: whether the service already delivers to its address. */
export async function checkPublished(context: IHookFunctions): Promise<boolean> {
	return await whileNoted(
		context,
		async () => await checkExists(context, storedRegistrations(context)),
	);
}

export async function createPublished(context: IHookFunctions): Promise<boolean> {
	return await whileNoted(context, async () => {
		await create(context, storedRegistrations(context));
		return true;
	});
}

/** Notes how far publishing has come: `isDone` returns false if there is more to do. */
async function whileNoted(
	context: IHookFunctions,
	isDone: () => Promise<boolean>,
): Promise<boolean> {
	const key = nodeKeyOf(context);
	notePublishing(key, 'underWay');
	let progress: PublishingProgress = 'failed';
	try {
		const done = await isDone();
		progress = done ? 'done' : 'underWay';
		return done;
	} finally {
		notePublishing(key, progress);
	}
}

export async function checkExists(
	context: IHookFunctions,
	registrations: Registrations,
): Promise<boolean> {
	forgetCredential(context);
	// Invalid settings fail here, where a person sees the error, not with each delivery.
	readTimeZone(context);
	const settings = readTriggerSettings(context);
	if (settings.isManual) return false;

	const connection = await connect(context, publishing());
	const wanted = await destinationOf(connection, settings, registrations);
	checkRevision(context, registrations, wanted);
	const existing = registrations.all().find((one) => isSame(one, wanted));
	if (!existing) return false;
	// As the last one, whose secret is in use.
	registrations.remember({ ...existing, ...wanted });
	return true;
}

/** Registers a destination and remembers it; if registration is manual, only checks the secret. */
export async function create(context: IHookFunctions, registrations: Registrations): Promise<void> {
	const settings = readTriggerSettings(context);
	if (settings.isManual) {
		assertChosen(context, settings);
		return await checkManualSecret(context);
	}
	const connection = await connect(context, publishing());
	const destination = await destinationOf(connection, settings, registrations);
	checkReachable(context, destination);
	const secret = deriveSecret(context, destination, connection.apiKey);
	const formName = settings.form.name ?? destination.formName;
	await createDestination(connection, { ...destination, formName, secret });
	// Nothing below may throw, or n8n would register again what the service has already accepted.
	registrations.remember({ ...destination, secret });
}

function assertChosen(context: IHookFunctions, { form }: TriggerSettings): void {
	if (form.id !== undefined) return;
	const message = 'No form is chosen. Choose the form to watch from the list.';
	throw inputError(context.getNode(), message);
}

async function destinationOf(
	connection: Connection<IHookFunctions>,
	settings: TriggerSettings,
	registrations: Registrations,
): Promise<Omit<Registration, 'secret'>> {
	const { context, baseUrl } = connection;
	assertChosen(context, settings);
	const { form, revision } = settings;
	const { id: formId = '' } = await findForm(connection, form).catch((error: unknown) => {
		// n8n gives up a trigger after five errors at its start, but a service that is down comes back.
		const known = registrations
			.all()
			.filter((one) => one.formName === form.id)
			.at(-1);
		if (!known || needsPerson(error)) throw error;
		return { id: known.formId };
	});
	const formName = formId === form.id ? undefined : form.id;
	const url = context.getNodeWebhookUrl('default') ?? '';
	return { formId, url, baseUrl, revision, formName };
}

/**
 * Throws if 'Register Again' was lowered or removed: the secret of an earlier revision, which may have
 * leaked, would be accepted again, and the deliveries of the last destination refused.
 */
function checkRevision(
	context: IHookFunctions,
	registrations: Registrations,
	{ baseUrl, revision }: Destination,
): void {
	const own = registrations.all().filter((one) => one.baseUrl === baseUrl);
	const highest = Math.max(0, ...own.map((one) => one.revision));
	if (revision >= highest) return;
	throw inputError(
		context.getNode(),
		`This trigger was last registered with 'Register Again' set to ${highest}. Set that option to ${highest} to continue, or to ${highest + 1} to register again with a new secret.`,
	);
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
		`The service can't reach n8n at ${parsed?.origin ?? url}. Use the Form Submissions Polling Trigger instead, which needs no public address. Or ask the person who installed n8n to set N8N_WEBHOOK_URL to its public https address (WEBHOOK_URL in older versions), and to restart n8n.`,
	);
}

/** A space at either end, whatever characters that can't be seen are around it. */
const OUTER_SPACE = new RegExp(String.raw`^[${UNSEEN}]*\p{Zs}|\p{Zs}[${UNSEEN}]*$`, 'u');

async function checkManualSecret(context: IHookFunctions): Promise<void> {
	const { webhookSecret } = await readCredential(context);
	if (readSecret(webhookSecret) === undefined) {
		throw inputError(
			context.getNode(),
			"'Registration' is set to Manual, but this node's credential has no webhook secret. Create a long random string, and enter it both in 'Webhook Secret' of the credential and as the secret of the destination in the service.",
		);
	}
	// Is the space part of the secret in the service? Nobody would see why deliveries are refused.
	if (!OUTER_SPACE.test(String(webhookSecret))) return;
	throw inputError(
		context.getNode(),
		"'Webhook Secret' in this node's credential begins or ends with a space. Remove the space there, and make sure that the destination's secret in the service has none either.",
	);
}
