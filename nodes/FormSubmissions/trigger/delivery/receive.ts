import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { nodeKeyOf } from '../../general/node';
import { isRecord } from '../../general/records';
import { ring } from '../listening/listen';
import { respond } from './respond';
import { verify } from './verify';

/** Handles a request to the published trigger's address: a genuine delivery rings. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const verified = await verify(context);
	if (verified.kind === 'genuine') ring(nodeKeyOf(context), submissionIdIn(verified.body));
	return respond(context, verified);
}

/** Without it, nobody can tell whether the list has the submission. */
function submissionIdIn({ submission }: IDataObject): string | undefined {
	const id = isRecord(submission) ? submission.id : undefined;
	return typeof id === 'string' && id !== '' ? id : undefined;
}
