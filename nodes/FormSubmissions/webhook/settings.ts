import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { readForm } from '../parameters/form';
import { triggerParameters } from '../parameters/reader';
import {
	readOptions,
	readRowOptions,
	type Options,
	type RowOptions,
} from '../parameters/rowOptions';
import { readBoolean, readChoice, readWholeNumber } from '../parameters/values';

type TriggerContext = IHookFunctions | IWebhookFunctions;

/** What a delivery is verified with. */
export type RegistrationSettings = { registration: 'automatic' | 'manual'; revision: number };

/** How a genuine delivery is handled. */
export type DeliverySettings = {
	formId: string;
	skipRepeated: boolean;
	rowOptions: RowOptions;
};

/** The name that users see in the trigger's options; the stored name is `revision`. */
export const REVISION_NAME = 'Register Again';

/** Throws an error that says what to enter. */
export function readRegistrationSettings(context: TriggerContext): RegistrationSettings {
	return {
		registration: readChoice(
			context,
			triggerParameters(context).value('registration'),
			"'Registration'",
			['automatic', 'manual'],
		),
		revision: readWholeNumber(context, options(context).revision, `'${REVISION_NAME}'`, {
			fallback: 1,
			min: 1,
		}),
	};
}

/** Throws an error that says what to enter. */
export function readDeliverySettings(context: TriggerContext): DeliverySettings {
	return {
		formId: readFormId(context),
		skipRepeated: readBoolean(
			context,
			options(context).skipRepeated,
			"'Skip Repeated Deliveries'",
			true,
		),
		rowOptions: readRowOptions(triggerParameters(context), options(context)),
	};
}

/** The ID of the watched form; empty if none is chosen. Throws if an expression returns no ID. */
export function readFormId(context: TriggerContext): string {
	return readForm(triggerParameters(context)).id ?? '';
}

function options(context: TriggerContext): Options {
	return readOptions(triggerParameters(context));
}
