import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { toId } from '../parameters/fields';

/** What the webhook trigger's parameters say. */
export type TriggerSettings = {
	formId: string;
	registration: 'automatic' | 'manual';
	revision: number;
	skipRepeated: boolean;
};

export function readSettings(context: IHookFunctions | IWebhookFunctions): TriggerSettings {
	const options = context.getNodeParameter('options', {}) as {
		revision?: number;
		skipRepeated?: boolean;
	};
	return {
		formId: toId(context.getNodeParameter('formId', '', { extractValue: true })),
		registration: context.getNodeParameter('registration', 'automatic') as 'automatic' | 'manual',
		revision: options.revision ?? 1,
		skipRepeated: options.skipRepeated ?? true,
	};
}
