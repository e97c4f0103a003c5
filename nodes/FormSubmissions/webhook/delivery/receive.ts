import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { nodeKeyOf } from '../../general/node';
import { isRecord } from '../../general/records';
import { simplifyDelivery } from '../../rows/submissionRow';
import { ring } from '../listening/listen';
import { beginRun } from '../../state/whatRan';
import { storedRegistrations } from '../destination/registrations';
import type { TriggerSettings } from '../settings';
import { respond, verify } from './verify';

/**
 * Handles a request to the published trigger's address: a genuine delivery rings, or runs the workflow
 * itself.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const verified = await verify(context, storedRegistrations(context));
	if ('response' in verified) return verified.response;
	const { settings, signer, body } = verified;
	const id = submissionIdIn(body);
	if (settings.isComplete) {
		// The submission is in the list, or will be.
		ring(nodeKeyOf(context), id);
		return respond(context, 200, RECEIVED);
	}
	if (settings.skipRepeated && id !== undefined) {
		const earlier = beginRun(context, signer.baseUrl, id);
		if (earlier === 'accepted') return respond(context, 200, { repeated: true });
		if (earlier === 'running') {
			const error = 'This submission is still being processed; try again';
			return respond(context, 503, { error });
		}
	}
	return runWith(deliveryItem(settings, body));
}

const RECEIVED = { received: true };

/** Has n8n run the workflow with an item, and then respond. */
export function runWith(json: IDataObject): IWebhookResponseData {
	return { workflowData: [[{ json }]], webhookResponse: RECEIVED };
}

/** The submission's ID, without which a repeat can't be recognized. */
export function submissionIdIn({ submission }: IDataObject): string | undefined {
	const id = isRecord(submission) ? submission.id : undefined;
	return typeof id === 'string' && id !== '' ? id : undefined;
}

export function deliveryItem({ deliveryRows }: TriggerSettings, body: IDataObject): IDataObject {
	return deliveryRows.simplify ? simplifyDelivery(body, deliveryRows) : body;
}
