import { createHash } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

import { nodeKeyOf } from '../general/node';
import { ProcessMemory } from '../general/processMemory';

/** Submissions to remember; some 200 bytes each. */
const MAX_SUBMISSIONS = 20_000;

/** How far n8n has come with a run. */
type RunProgress = 'running' | 'accepted';

/**
 * What has run a workflow in this process. In memory, because n8n doesn't save static data when a
 * delivery starts a workflow.
 */
const submissions = new ProcessMemory<RunProgress>(MAX_SUBMISSIONS);

/** Two services may use the same IDs. */
function deliveryKeyOf(nodeKey: string, baseUrl: string, submissionId: string): string {
	const hash = createHash('sha256').update(JSON.stringify([baseUrl, submissionId]));
	return `${nodeKey}\n${hash.digest('base64')}`;
}

/**
 * Begins to process a delivered submission, unless this process has already begun: then returns how far that
 * has come. It is accepted once n8n has ended its response with 2xx, i.e. has stored or queued the
 * execution; after anything else, the service should send it again.
 */
export function beginRun(
	context: IWebhookFunctions,
	baseUrl: string,
	submissionId: string,
): RunProgress | undefined {
	const key = deliveryKeyOf(nodeKeyOf(context), baseUrl, submissionId);
	const progress = submissions.get(key);
	if (progress !== undefined) return progress;
	submissions.set(key, 'running');
	whenResponded(context, (statusCode) => {
		if (statusCode >= 200 && statusCode < 300) submissions.set(key, 'accepted');
		else submissions.delete(key);
	});
	return undefined;
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

/** The keys of the last runs that this process has handed over, but for those that n8n refused. */
const handedOver = new ProcessMemory<true>(2_000);

export function wasHandedOver(key: string): boolean {
	return handedOver.get(key) === true;
}

export function noteHandedOver(key: string): void {
	handedOver.set(key, true);
}

export function noteRefused(key: string): void {
	handedOver.delete(key);
}
