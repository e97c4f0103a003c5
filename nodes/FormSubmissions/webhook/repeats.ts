import { createHash } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

import { BoundedMap } from '../general/boundedMap';
import { remembered } from '../general/remembered';
import { nodeKeyOf } from '../state/nodeStates';
import { isListening, type TriggerContext } from './settings';

/** Submissions to remember; some 200 bytes each. */
const MAX_SUBMISSIONS = 20_000;

type Progress = 'running' | 'accepted';

const submissions = remembered(() => new BoundedMap<string, Progress>(MAX_SUBMISSIONS));

/**
 * Begins to process a submission, unless this process has already begun: then returns how far that
 * has come. It is accepted once n8n has ended its response with 2xx, i.e. has stored or queued the
 * execution; after anything else, the service should send it again. In memory, because n8n doesn't
 * save static data when a delivery starts a workflow. Two services may use the same IDs.
 */
export function beginSubmission(
	context: IWebhookFunctions,
	baseUrl: string,
	submissionId: string,
): Progress | undefined {
	const hash = createHash('sha256').update(JSON.stringify([baseUrl, submissionId]));
	const key = keyStart(context) + hash.digest('base64');
	const progress = submissions().get(key);
	if (progress !== undefined) return progress;

	submissions().set(key, 'running');
	whenResponded(context, (statusCode) => {
		if (statusCode >= 200 && statusCode < 300) submissions().set(key, 'accepted');
		else submissions().delete(key);
	});
	return undefined;
}

/** Call this when a person begins to listen: the same submission can be tried each time. */
export function forgetTestSubmissions(context: TriggerContext): void {
	if (!isListening(context)) return;
	for (const key of submissions().keys()) {
		if (key.startsWith(keyStart(context))) submissions().delete(key);
	}
}

/** Listening for a test event has a memory of its own. */
function keyStart(context: TriggerContext): string {
	return `${isListening(context) ? 'test' : 'production'}\n${nodeKeyOf(context)}\n`;
}

/**
 * Calls back when n8n ends its response. The `close` event won't do: if the sender hangs up early,
 * it fires while n8n is still storing the execution.
 */
function whenResponded(context: IWebhookFunctions, callback: (statusCode: number) => void): void {
	const response = context.getResponseObject();
	response.end = new Proxy(response.end, {
		apply(end, _response, args) {
			callback(response.statusCode);
			return Reflect.apply(end, response, args);
		},
	});
}
