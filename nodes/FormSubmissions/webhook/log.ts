import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { BoundedMap } from '../general/boundedMap';
import { isWithin } from '../general/isWithin';
import { nodeInLog } from '../general/nodeInLog';
import { remembered } from '../general/remembered';
import { nodeKeyOf } from '../state/nodeStates';
import type { DeliveryVerdict } from './delivery';
import type { Registration } from './registrations';
import type { TriggerSettings } from './settings';
import type { Refusal } from './signature';

/** Anyone may send requests, so a trigger logs at most one refusal in this time (milliseconds). */
const INTERVAL_MS = 60_000;

/** Triggers whose last such line is remembered; the oldest is dropped first. */
const MAX_TRIGGERS = 1_000;

/** When a trigger's last such line was logged (Unix milliseconds), and what it left out since. */
type LastLine = { loggedAtMs: number; omitted: number };

const lastLines = remembered(() => new BoundedMap<string, LastLine>(MAX_TRIGGERS));

/**
 * Logs a delivery that was refused, and what to compare if the service sent it. Nothing of the
 * request is logged: anyone may have sent it.
 */
export function logRefused(
	context: IWebhookFunctions,
	reason: Refusal,
	settings: TriggerSettings | undefined,
): void {
	const { automatic, manual = automatic } = ADVICE[reason];
	const advice = settings?.registration === 'manual' ? manual : automatic;
	const time = new Date(Date.now()).toISOString();
	logOnceAMinute(context, (omitted) =>
		context.logger.warn(
			`${nodeInLog(context)}: a delivery was refused at ${time}: ${reason}. ${advice}${omitted}`,
		),
	);
}

/** Logs that the trigger's settings or credential can't be read, and why. */
export function logVerificationError(context: IWebhookFunctions, error: unknown): void {
	const reason = error instanceof Error ? error.message : String(error);
	logOnceAMinute(context, (omitted) =>
		context.logger.error(
			`${nodeInLog(context)}: a delivery couldn't be verified: ${reason}${omitted}`,
		),
	);
}

/** Logs a genuine delivery that doesn't run the workflow; there is no other trace of it. */
export function logIgnored(
	context: IWebhookFunctions,
	{ reason }: DeliveryVerdict & { kind: 'ignored' },
): void {
	const what =
		reason === 'another form'
			? "it belongs to a form other than the one chosen in 'Form'"
			: 'its event is not a new submission';
	context.logger.info(`${nodeInLog(context)}: a delivery was ignored: ${what}.`);
}

/** Logs a genuine delivery that can't be read. */
export function logUnreadable(context: IWebhookFunctions): void {
	const what = 'the service signed a delivery whose body is not a JSON object';
	context.logger.warn(
		`${nodeInLog(context)}: ${what}. Nothing was run; contact the service's support.`,
	);
}

/** Logs that a destination stays although the trigger was unpublished. */
export function logKept(context: IHookFunctions, { formId, url, baseUrl }: Registration): void {
	context.logger.info(
		`${nodeInLog(context)}: the destination on form ${formId} of ${baseUrl} stays registered and will be reused when this workflow is published again. To remove it permanently, delete it in the service, if the service lets you: ${url}. If you delete it and later want to publish again, first add the trigger's option 'Register Again', or raise it by one.`,
	);
}

/** Logs that an earlier destination is used again, and nothing was registered. */
export function logReused(context: IHookFunctions, { formId, url }: Registration): void {
	context.logger.info(
		`${nodeInLog(context)}: the destination that was registered earlier on form ${formId} is used again: ${url}. If it was deleted in the service, add the trigger's option 'Register Again', or raise it by one, and publish again.`,
	);
}

/** Logs that the form also has a destination with an address that this n8n instance doesn't have. */
export function logOtherAddress(context: IHookFunctions, { formId, url }: Registration): void {
	context.logger.warn(
		`${nodeInLog(context)}: the trigger registered again, because the address of this n8n instance is not the one it registered before. Deliveries to the earlier address are refused from now on. If you moved n8n, delete the earlier destination on form ${formId} in the service: ${url}. If you copied the workflow from another n8n instance that still uses that address, leave it.`,
	);
}

/** Logs a line, or counts it as omitted; the next line ends with that count. */
function logOnceAMinute(context: IWebhookFunctions, log: (omitted: string) => void): void {
	const key = nodeKeyOf(context);
	const nowMs = Date.now();
	const last = lastLines().get(key);
	if (last && isWithin(INTERVAL_MS, last.loggedAtMs, nowMs)) {
		last.omitted++;
		return;
	}
	lastLines().set(key, { loggedAtMs: nowMs, omitted: 0 });
	log(last?.omitted ? ` Not logged since the last such line: ${last.omitted}.` : '');
}

const PROXY = {
	automatic:
		'If the service sent it, look for a proxy in front of n8n that adds or repeats headers.',
};

/** What to do about a refused delivery; without `manual`, the same for manual registration. */
const ADVICE: Record<Refusal, { automatic: string; manual?: string }> = {
	'no secret is known': {
		automatic:
			"If the service sent it, check the base URL and the API key in this node's credential.",
		manual:
			"If the service sent it, enter the destination's secret in 'Webhook Secret' of this node's credential.",
	},
	'the signature headers are missing': {
		automatic:
			"If the service sent it, its destination has no secret: delete it in the service and, if this trigger has no other, add 'Register Again' (or raise it by one) and publish again. With 'Registration' set to Manual, create it again with a secret.",
	},
	'the signature does not match': {
		automatic:
			"If the service sent it, and shows an older destination with this trigger's address, delete that one. If no submissions arrive after that, add 'Register Again' (or raise it by one) and publish again.",
		manual:
			"If the service sent it, compare 'Webhook Secret' in this node's credential with the destination's secret in the service.",
	},
	'the timestamp is more than five minutes old': {
		automatic:
			"If the service sent it, compare this machine's clock with the actual time. If the clock is right, the service may have sent an old delivery again.",
	},
	'the timestamp is more than five minutes ahead': {
		automatic: "If the service sent it, compare this machine's clock with the actual time.",
	},
	'the timestamp is not valid': PROXY,
	'there are too many signature headers': PROXY,
	'the body could not be read': {
		automatic:
			"If the service sent it, look for a proxy in front of n8n that changes the body or its content type: the service's is JSON.",
	},
};
