import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { DeliveryVerdict } from './delivery';
import type { Registration } from './secrets';
import type { TriggerContext, TriggerSettings } from './settings';
import type { Refusal } from './signature';

/**
 * Logs a delivery that was refused, and what to compare if the service sent it. Nothing of the
 * request is logged: anyone may have sent it.
 */
export function logRefused(
	context: IWebhookFunctions,
	reason: Refusal,
	settings: TriggerSettings | undefined,
): void {
	const advice = ADVICE[reason](settings?.registration === 'manual');
	context.logger.warn(
		`${nodeInLog(context)}: a delivery was refused: ${reason}. If the service sent it, ${advice}.`,
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

/** Logs that the trigger's settings or credential can't be read, and why. */
export function logUnchecked(context: IWebhookFunctions, error: unknown): void {
	const reason = error instanceof Error ? error.message : String(error);
	context.logger.error(`${nodeInLog(context)}: a delivery couldn't be verified: ${reason}`);
}

/** Logs that a destination stays although the trigger was unpublished. */
export function logKept(context: IHookFunctions, { formId, url, baseUrl }: Registration): void {
	context.logger.info(
		`${nodeInLog(context)}: the destination on form ${formId} of ${baseUrl} stays registered and will be reused when this workflow is published again. To remove it permanently, delete it in the service's dashboard: ${url}. If you delete it and later want to publish again, first set the trigger's option 'Register Again' to 2, or raise it by one.`,
	);
}

function nodeInLog(context: TriggerContext): string {
	const { id, name } = context.getWorkflow();
	return `Form Submissions Trigger: node "${context.getNode().name}" in workflow "${name}" (${id})`;
}

const checkClock = () =>
	`compare this machine's clock (${new Date(Date.now()).toISOString()}) with the actual time`;

const checkProxy = () => 'look for a proxy in front of n8n that adds or repeats headers';

/** What to compare for each reason, after "If the service sent it,". */
const ADVICE: Record<Refusal, (isManual: boolean) => string> = {
	'no secret is known': (isManual) =>
		isManual
			? "enter the destination's secret in 'Webhook Secret' of this node's credential"
			: "check the base URL and the API key in this node's credential",
	'the signature headers are missing': () =>
		"its destination has no secret: delete it in the service's dashboard and, if this trigger has no other, raise 'Register Again' by one and publish again (with Registration set to Manual, create it again with a secret)",
	'the signature does not match': (isManual) =>
		isManual
			? "compare 'Webhook Secret' in this node's credential with the destination's secret in the service's dashboard"
			: "look in its dashboard for an older destination with this trigger's address, and delete that one; if no more submissions arrive, raise 'Register Again' by one and publish again",
	'the timestamp is more than five minutes old': checkClock,
	'the timestamp is more than five minutes ahead': checkClock,
	'the timestamp is not valid': checkProxy,
	'there are too many signature headers': checkProxy,
	'the body could not be read': () =>
		"look for a proxy in front of n8n that changes the body or its content type: the service's is JSON",
};
