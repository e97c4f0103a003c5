import type { IWebhookFunctions } from 'n8n-workflow';

import { isWithin } from '../../general/time';
import { nodeInLog, nodeKeyOf } from '../../general/node';
import { BoundedMap, remembered } from '../../general/remembered';

/** Anyone may send requests, so a trigger logs at most one line of each level about them in this time (milliseconds). */
const INTERVAL_MS = 60_000;

const MAX_TRIGGERS = 1_000;

type LastLine = { loggedAtMs: number; omitted: number };

const lastLines = remembered(() => new BoundedMap<string, LastLine>(MAX_TRIGGERS));

const COMPARE_CLOCK = "compare this machine's clock with the actual time";
const CHECK_PROXY = 'look for a proxy in front of n8n that adds or repeats headers';

/** What to do if the service sent a delivery that was refused. */
const ADVICE = {
	'the signature headers are missing':
		"its destination has no secret: delete it there, and add 'Register Again' to the trigger (or raise it by one) and publish; with 'Registration' set to Manual, create it again with a secret",
	'the signature does not match':
		"it may come from an older destination, to be deleted there; otherwise, add 'Register Again' to the trigger (or raise it by one) and publish, or compare the two secrets if 'Registration' is set to Manual",
	'no secret is known':
		"check the base URL and the API key in this node's credential, or its webhook secret if 'Registration' is set to Manual",
	'the timestamp is more than five minutes old': COMPARE_CLOCK,
	'the timestamp is more than five minutes ahead': COMPARE_CLOCK,
	'the timestamp is not valid': CHECK_PROXY,
	'there are too many signature headers': CHECK_PROXY,
	'the body could not be read':
		"look for a proxy in front of n8n that changes the body or its content type: the service's is JSON",
};

/** Why a delivery is refused; short enough for the response and the log. */
export type Refusal = keyof typeof ADVICE;

/** Nothing of the delivery is logged: anyone may have sent it. */
export function logRefused(context: IWebhookFunctions, reason: Refusal): void {
	const what = `a delivery was refused at ${new Date(Date.now()).toISOString()}: ${reason}`;
	logOnceAMinute(context, 'warn', `${what}. If the service sent it, ${ADVICE[reason]}.`);
}

export function logUnverifiable(context: IWebhookFunctions, error: unknown): void {
	const reason = error instanceof Error ? error.message : String(error);
	logOnceAMinute(context, 'error', `a delivery couldn't be verified: ${reason}`);
}

function logOnceAMinute(context: IWebhookFunctions, level: 'warn' | 'error', line: string): void {
	const key = `${level} ${nodeKeyOf(context)}`;
	const nowMs = Date.now();
	const last = lastLines().get(key);
	if (last && isWithin(INTERVAL_MS, last.loggedAtMs, nowMs)) {
		last.omitted++;
		return;
	}
	lastLines().set(key, { loggedAtMs: nowMs, omitted: 0 });
	const omitted = last?.omitted ? ` Not logged since the last such line: ${last.omitted}.` : '';
	context.logger[level](`${nodeInLog(context)}: ${line}${omitted}`);
}
