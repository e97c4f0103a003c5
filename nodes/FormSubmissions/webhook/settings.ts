import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { readForm } from '../parameters/form';
import { triggerParameters } from '../parameters/reader';
import { readSimplify } from '../parameters/simplify';
import { readOptions, readRowOptions, type RowOptions } from '../parameters/rowOptions';
import { readBoolean, readChoice, readWholeNumber } from '../parameters/values';

type TriggerContext = IHookFunctions | IWebhookFunctions;

/** What a delivery is verified with. */
export type RegistrationSettings = { registration: 'automatic' | 'manual'; revision: number };

/** What becomes of a delivery that is genuine. */
export type DeliverySettings = {
	formId: string;
	simplify: boolean;
	skipRepeated: boolean;
	rowOptions: RowOptions;
};

/** As people see it in the trigger's options; its stored name is `revision`. */
export const REVISION_NAME = 'Register Again';

/** Throws a sentence about what to enter. */
export function readRegistrationSettings(context: TriggerContext): RegistrationSettings {
	return {
		registration: readChoice(context, triggerParameters(context).value('registration'), {
			name: "'Registration'",
			fallback: 'automatic',
			choices: ['automatic', 'manual'],
		}),
		revision: readWholeNumber(context, options(context).revision, {
			name: `'${REVISION_NAME}'`,
			fallback: 1,
			least: 1,
		}),
	};
}

/** Throws a sentence about what to enter. */
export function readDeliverySettings(context: TriggerContext): DeliverySettings {
	return {
		formId: readFormId(context),
		simplify: readSimplify(triggerParameters(context)),
		skipRepeated: readBoolean(context, options(context).skipRepeated, {
			name: "'Skip Repeated Deliveries'",
			fallback: true,
		}),
		rowOptions: readRowOptions(triggerParameters(context)),
	};
}

/** The form that is watched; empty where none is chosen. Throws where an expression returns no ID. */
export function readFormId(context: TriggerContext): string {
	return readForm(triggerParameters(context)).id ?? '';
}

function options(context: TriggerContext): Record<string, unknown> {
	return readOptions(triggerParameters(context));
}
