import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { nodeKeyOf } from '../../general/node';
import { isRecord } from '../../general/records';
import { simplifyDelivery } from '../../rows/submissionRow';
import { beginRun } from '../../state/whatRan';
import { storedRegistrations } from '../destination/registrations';
import { ring } from '../listening/listen';
import type { TriggerSettings } from '../parameters';
import { respond, type Outcome } from './respond';
import { verify, type Genuine } from './verify';

/**
 * Handles a request to the published trigger's address: a genuine delivery rings, or runs the workflow
 * itself.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const verified = await verify(context, storedRegistrations(context));
	return respond(context, verified.kind === 'genuine' ? take(context, verified) : verified);
}

function take(context: IWebhookFunctions, { settings, signer, body }: Genuine): Outcome {
	const id = submissionIdIn(body);
	if (settings.isComplete) {
		// The submission is in the list, or will be.
		ring(nodeKeyOf(context), id);
		return { kind: 'rung' };
	}
	if (settings.skipRepeated && id !== undefined) {
		const earlier = beginRun(context, signer.baseUrl, id);
		if (earlier === 'accepted') return { kind: 'repeated' };
		if (earlier === 'running') return { kind: 'underWay' };
	}
	return { kind: 'runs', json: deliveryItem(settings, body) };
}

/** The submission's ID, without which a repeat can't be recognized. */
export function submissionIdIn({ submission }: IDataObject): string | undefined {
	const id = isRecord(submission) ? submission.id : undefined;
	return typeof id === 'string' && id !== '' ? id : undefined;
}

export function deliveryItem({ deliveryRows }: TriggerSettings, body: IDataObject): IDataObject {
	return deliveryRows.simplify ? simplifyDelivery(body, deliveryRows) : body;
}
