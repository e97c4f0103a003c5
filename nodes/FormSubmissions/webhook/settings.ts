import type { IHookFunctions, INodeProperties, IWebhookFunctions } from 'n8n-workflow';

import { readForm } from '../parameters/form';
import { triggerParameters, type Described } from '../parameters/reader';
import { readOptions, readRowOptions, type Option } from '../parameters/rowOptions';
import { readBoolean, readChoice, readWholeNumber } from '../parameters/values';

/** The trigger as n8n publishes it, listens for a test event, or receives a delivery. */
export type TriggerContext = IHookFunctions | IWebhookFunctions;

/** Whether a person is listening for a test event, or its delivery is being handled. */
export function isListening(context: TriggerContext): boolean {
	return context.getMode() === 'manual';
}

export const registrationField: Described<'registration'> = {
	displayName: 'Registration',
	name: 'registration',
	type: 'options',
	options: [
		{
			name: 'Automatic',
			value: 'automatic',
			description: 'The node creates the destination when you publish',
		},
		{
			name: 'Manual',
			value: 'manual',
			description: "You create the destination in the service's dashboard",
		},
	],
	default: 'automatic',
	description:
		'How the service learns where to send submissions. Automatic needs an API key with write permission.',
};

export const manualNotice: INodeProperties = {
	displayName:
		"Create a long random string to use as the secret. In the service's dashboard, add a webhook destination to the form: enter the Production URL shown under Webhook URLs above as its address, and the string as its secret. Then enter the same string in 'Webhook Secret' of the credential. To try it in the editor, enter the Test URL as the address while you test. When you move to another service, create a new string: the previous service knows this one.",
	name: 'manualNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { registration: ['manual'] } },
};

export const revisionOption: Option = {
	displayName: 'Register Again',
	name: 'revision',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 1,
	description:
		"Set it to 2, or raise it by one, and publish to register again with a new secret. Do this after you delete the form's destination in the service's dashboard, or if the secret has leaked. After a leak, also delete the old destination; its deliveries are refused from then on.",
	displayOptions: { show: { '/registration': ['automatic'] } },
};

export const skipRepeatedOption: Option = {
	displayName: 'Skip Repeated Deliveries',
	name: 'skipRepeated',
	type: 'boolean',
	default: true,
	description:
		'Whether to run the workflow only once for a submission that the service delivers more than once',
};

/** What a person has set in the trigger. */
export type TriggerSettings = ReturnType<typeof readTriggerSettings>;

/** Each hook and each delivery calls this once. Throws an error that says what to enter. */
export function readTriggerSettings(context: TriggerContext) {
	const parameters = triggerParameters(context);
	const options = readOptions(parameters);
	return {
		/** The ID of the watched form; empty if none is chosen. */
		formId: readForm(parameters).id ?? '',
		registration: readChoice(context, parameters.value('registration'), "'Registration'", [
			'automatic',
			'manual',
		]),
		/** Grows when the person wants to register again with a new secret. */
		revision: readWholeNumber(context, options.revision, "'Register Again'", {
			fallback: 1,
			min: 1,
		}),
		skipRepeated: readBoolean(context, options.skipRepeated, "'Skip Repeated Deliveries'", true),
		rowOptions: readRowOptions(parameters, options),
	};
}
