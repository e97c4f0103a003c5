import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { Registration } from './secrets';
import type { TriggerContext } from './settings';
import type { DeliveryCheck } from './verify';

/** Why a delivery is refused. */
export type Refusal = (DeliveryCheck & { ok: false })['reason'];

/** Logs a delivery that was refused; nothing of the request itself: anyone may have sent it. */
export function logRefused(context: IWebhookFunctions, reason: Refusal): void {
	context.logger.warn(`${nodeInLog(context)}: a delivery was refused: ${reason}`);
}

/** Logs that the trigger's settings or credential can't be read, and why. */
export function logUnchecked(context: IWebhookFunctions, error: unknown): void {
	const reason = error instanceof Error ? error.message : String(error);
	context.logger.error(`${nodeInLog(context)}: a delivery couldn't be verified: ${reason}`);
}

/** Logs a destination that stays at the service although the trigger was unpublished. */
export function logKept(context: IHookFunctions, { formId, url, baseUrl }: Registration): void {
	context.logger.info(
		`${nodeInLog(context)}: the destination on form ${formId} of ${baseUrl} stays registered and will be reused when this workflow is published again. To remove it permanently, delete it in the service's dashboard: ${url}. If you delete it and later want to publish again, first increase the number in the trigger's option 'Register Again'.`,
	);
}

function nodeInLog(context: TriggerContext): string {
	const { id, name } = context.getWorkflow();
	return `Form Submissions Trigger, node "${context.getNode().name}" in the workflow "${name}" (${id})`;
}
