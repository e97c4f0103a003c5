import type { ITriggerFunctions } from 'n8n-workflow';

import { findForm } from '../../api/chosenForm';
import { connect } from '../../api/connection';
import { createDestination } from '../../api/destinations';
import { publishing } from '../../api/timeLimits';
import { parseUrl } from '../../api/urls/baseUrl';
import { inputError } from '../../errors/nodeErrors';
import { nodeInLog } from '../../general/node';
import type { TriggerSettings } from '../parameters';
import { addressOf, isReachable } from './address';
import { isSame, Registrations, type Destination } from './registrations';
import { deriveSecret } from './secret';

/**
 * Has the service deliver new submissions to the trigger, where that is possible, wanted, and not done. Else n8n's log
 * says why they come within a minute. Throws what keeps the service from accepting it.
 */
export async function register(
	context: ITriggerFunctions,
	{ form, isWanted, revision, baseAddress }: TriggerSettings['destination'],
): Promise<void> {
	if (!isWanted) return logWhy(context, "'Register for Immediate Runs' is off");
	if (form.id === undefined) return logWhy(context, 'the service delivers for one form at a time');
	const connection = await connect(context, publishing());
	const { baseUrl } = connection;
	const url = await addressOf(context, baseAddress);
	if (url === undefined) return logWhy(context, "n8n hasn't told the trigger its address");
	if (!isReachable(url, baseUrl)) {
		return logWhy(
			context,
			`the service can't reach n8n at ${parseUrl(url)?.origin ?? url}. If n8n has a public address, ask the person who installed it to set N8N_WEBHOOK_URL to that (WEBHOOK_URL in older versions), and to restart n8n`,
		);
	}
	const { id: formId = '', name } = await findForm(connection, form);
	const destination = { formId, url, baseUrl, revision };
	const registrations = new Registrations(context);
	checkRevision(context, registrations, destination);
	const existing = registrations.all.find((one) => isSame(one, destination));
	// Found by its name, the form may have another one by now.
	const formName = formId === form.id ? undefined : form.id;
	// As the last one, whose secret is in use.
	if (existing) return registrations.remember({ ...existing, formName });
	const secret = deriveSecret(context, destination, connection.apiKey);
	await createDestination(connection, { ...destination, formName: form.name ?? name, secret });
	registrations.remember({ ...destination, formName, secret });
}

function logWhy(context: ITriggerFunctions, why: string): void {
	context.logger.info(
		`${nodeInLog(context)}: new submissions run the workflow within a minute, not at once, since ${why}`,
	);
}

/**
 * Throws if 'Register Again' was lowered or removed: the secret of an earlier revision, which may have
 * leaked, would be accepted again, and the deliveries of the last destination refused.
 */
function checkRevision(
	context: ITriggerFunctions,
	{ all }: Registrations,
	{ baseUrl, revision }: Destination,
): void {
	const own = all.filter((one) => one.baseUrl === baseUrl);
	const highest = Math.max(0, ...own.map((one) => one.revision));
	if (revision >= highest) return;
	throw inputError(
		context.getNode(),
		`This trigger was last registered with 'Register Again' set to ${highest}. Set that option to ${highest} to continue, or to ${highest + 1} to register again with a new secret.`,
	);
}
