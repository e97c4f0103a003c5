import type { IHookFunctions, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { nodeKeyOf } from '../general/node';
import { deliveryItem, submissionIdIn } from '../webhook/delivery/receive';
import { respond } from '../webhook/delivery/respond';
import { verify } from '../webhook/delivery/verify';
import { checkExists, create } from '../webhook/destination/publish';
import { beginTest, noteHeard, testRegistrations } from './testDestinations';

/*
 * "Execute step" in the editor: n8n registers the trigger's test address, waits for one delivery, and
 * then asks the trigger for its output. Nothing of what is published changes.
 */

/** A person begins to listen: whether the service already delivers to the test address. */
export async function checkTestExists(context: IHookFunctions): Promise<boolean> {
	const key = nodeKeyOf(context);
	beginTest(key);
	return await checkExists(context, testRegistrations(key));
}

export async function createTest(context: IHookFunctions): Promise<boolean> {
	await create(context, testRegistrations(nodeKeyOf(context)));
	return true;
}

/** Handles a request to the test address: the first genuine delivery ends the listening. */
export async function receiveTest(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const key = nodeKeyOf(context);
	const verified = await verify(context, testRegistrations(key));
	if (verified.kind !== 'genuine') return respond(context, verified);
	const { settings, body } = verified;
	const row = deliveryItem(settings, body);
	noteHeard(key, { submissionId: submissionIdIn(body), row });
	return respond(context, { kind: 'runs', json: row });
}
