import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

/** What the webhook trigger's parameters say. */
export type TriggerSettings = {
	formId: string;
	registration: 'automatic' | 'manual';
	revision: number;
	skipRepeated: boolean;
};

export function readSettings(context: IHookFunctions | IWebhookFunctions): TriggerSettings {
	const formId: unknown = context.getNodeParameter('formId', '', { extractValue: true });
	const options = context.getNodeParameter('options', {}) as {
		revision?: number;
		skipRepeated?: boolean;
	};
	return {
		formId: typeof formId === 'string' ? formId.trim() : '',
		registration: context.getNodeParameter('registration', 'automatic') as 'automatic' | 'manual',
		revision: options.revision ?? 1,
		skipRepeated: options.skipRepeated ?? true,
	};
}
