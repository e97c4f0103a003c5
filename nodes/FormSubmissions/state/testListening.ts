import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { BoundedMap } from '../general/boundedMap';
import { remembered } from '../general/remembered';
import { nodeKeyOf } from './nodeStates';

/** n8n stops listening after 120 seconds; on a busy machine, some pass before `beginListening`. */
const TIME_OUT_MS = 110_000;

/** Triggers whose state is kept in memory; the oldest is dropped first. */
const MAX_TRIGGERS = 1_000;

type Listening = { url: string | undefined; beganAtMs: number; hasDelivery: boolean };

/**
 * How listening for a test event ended: `timedOut` without a delivery, or otherwise; `none` if
 * nothing was listening at this address.
 */
type ListeningEnd = 'none' | 'ended' | 'timedOut';

const states = remembered(() => new BoundedMap<string, IDataObject>(MAX_TRIGGERS));
const listenings = remembered(() => new BoundedMap<string, Listening>(MAX_TRIGGERS));

/**
 * What a trigger remembers about listening for test events. Each time, n8n starts with empty static
 * data and drops it afterward, so this state is kept in process memory; the copy in the static
 * data is for a delivery that another process receives. It is never mixed with production state.
 */
export function readListeningState(context: IHookFunctions | IWebhookFunctions): unknown {
	const copy: unknown = context.getWorkflowStaticData('global')[context.getNode().id];
	return states().get(nodeKeyOf(context)) ?? copy;
}

/** `value` must not be changed afterward. */
export function writeListeningState(
	context: IHookFunctions | IWebhookFunctions,
	value: IDataObject,
): void {
	states().set(nodeKeyOf(context), value);
	context.getWorkflowStaticData('global')[context.getNode().id] = value;
}

/** Call this when n8n begins to listen (Unix milliseconds). */
export function beginListening(context: IHookFunctions, beganAtMs: number): void {
	const url = context.getNodeWebhookUrl('default');
	listenings().set(nodeKeyOf(context), { url, beganAtMs, hasDelivery: false });
}

/** Tells one listening from another; the same for all if another process began it. */
export function listeningSession(context: IWebhookFunctions): string {
	return `test ${listenings().get(nodeKeyOf(context))?.beganAtMs ?? ''}`;
}

/** Call this for a genuine delivery: it proves that the destination exists. */
export function noteTestDelivery(context: IWebhookFunctions): void {
	const listening = listenings().get(nodeKeyOf(context));
	if (listening) listening.hasDelivery = true;
}

/**
 * Call this when n8n ends a publication or test listening, which it doesn't tell apart (Unix
 * milliseconds). Returns how listening ended.
 */
export function endListening(context: IHookFunctions, nowMs: number): ListeningEnd {
	const key = nodeKeyOf(context);
	const listening = listenings().get(key);
	if (!listening || listening.url !== context.getNodeWebhookUrl('default')) return 'none';
	listenings().delete(key);
	const isTimeOut = nowMs - listening.beganAtMs >= TIME_OUT_MS;
	return isTimeOut && !listening.hasDelivery ? 'timedOut' : 'ended';
}
