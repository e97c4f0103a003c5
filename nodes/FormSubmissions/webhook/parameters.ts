import type { IHookFunctions, ITriggerFunctions, IWebhookFunctions } from 'n8n-workflow';

import { event, triggerFilters } from '../parameters/bothTriggers';
import { CHOOSE_FORM, formParameter } from '../parameters/form';
import { boolean, choice, wholeNumber } from '../parameters/kinds';
import {
	decidesDisplay,
	propertiesOf,
	readParameters,
	shownIf,
	triggerSource,
	withoutValue,
} from '../parameters/parameter';
import { deliveryColumns, optionsParameter, ROW_OPTIONS, simplify } from '../parameters/rows';
import { watchOptions } from '../parameters/startFromAndLookBack';

/** The trigger as n8n publishes it, listens for a test event, or receives a delivery. */
export type TriggerContext = IHookFunctions | IWebhookFunctions;

const mode = decidesDisplay(
	choice({
		displayName: 'Mode',
		name: 'mode',
		options: {
			deliveries: {
				name: 'Each Delivery as Sent',
				description:
					'May lose what comes while n8n is stopped, and include spam. No status, tags, or files.',
			},
			complete: {
				name: 'Every Submission Once',
				description:
					'What comes while n8n is stopped runs later. Leaves out spam, unless you add it.',
			},
		},
		default: 'complete',
		description:
			"What runs the workflow. A delivery is what the service sends for each new submission. Every Submission Once suits most workflows: a submission runs it within seconds of its delivery. If you change it, what hasn't run yet does not run.",
	}),
);

const IF_COMPLETE = { mode: ['complete'] };
/** In a collection, the name of a parameter outside it begins with a slash. */
const COMPLETE_OPTION = { '/mode': ['complete'] };
const DELIVERIES_OPTION = { '/mode': ['deliveries'] };

const runFor = choice({
	displayName: 'Run Workflow For',
	name: 'runFor',
	options: {
		together: {
			name: 'All New Ones Together',
			description: 'A run can have several, each as an item. For more than 300 a minute.',
		},
		each: {
			name: 'Each Submission',
			description: "A run of its own: what stops one submission's run stops no other",
		},
	},
	default: 'each',
	description: 'How many submissions a run of the workflow has',
});

const registration = decidesDisplay(
	choice({
		displayName: 'Registration',
		name: 'registration',
		options: {
			automatic: {
				name: 'Automatic (Nothing to Do)',
				description:
					'The node creates the destination when you publish. The key needs write permission.',
			},
			manual: {
				name: 'Manual',
				description:
					'You create the destination in the service. A key with read permission is enough.',
			},
		},
		default: 'automatic',
		description:
			'Who creates the destination, which tells the service where to send new submissions',
	}),
);

const manualNotice = withoutValue({
	// n8n's notices render `<ul>` and `<li>`, but no numbered lists, bold text, or line breaks.
	displayName: [
		'If the service lets you, register the trigger yourself:',
		'<ul><li>Create a long random string, e.g. with a password manager. This is the secret.</li>',
		'<li>Open Webhook URLs above, and copy the Production URL (the Test URL is shown first).</li>',
		'<li>In the service, add a webhook destination to the form, with that address and that secret.</li>',
		"<li>Enter the same secret in 'Webhook Secret' of the credential.</li>",
		'<li>Publish the workflow.</li></ul>',
		'To try it in the editor, enter the Test URL as the address while you test. When you move to another service, create a new secret: the previous service knows this one.',
	].join(' '),
	name: 'manualNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { registration: ['manual'] } },
});

const revision = wholeNumber({
	displayName: 'Register Again',
	name: 'revision',
	min: 1,
	default: 2,
	ifLeftOut: 1,
	hint: 'Publish to register again. The next time, raise this number by one.',
	description:
		"For when you deleted the form's destination in the service, or the secret has leaked: publishing creates a new destination with a new secret. Deliveries of the old one are then refused. Leave this option in place.",
	displayOptions: { show: { '/registration': ['automatic'] } },
});

const skipRepeated = boolean({
	displayName: 'Skip Repeated Deliveries',
	name: 'skipRepeated',
	default: true,
	description:
		'Whether to run the workflow only once for a submission that the service delivers more than once',
});

const { columns, ...rowOptions } = ROW_OPTIONS;

const WEBHOOK_PARAMETERS = {
	event: event('On new submission'),
	form: formParameter({
		required: true,
		description:
			"The form whose new submissions run the workflow. If you change it later, only submissions received from then on are returned, unless 'Start From' is set.",
		hint: CHOOSE_FORM,
	}),
	mode,
	runFor: shownIf(IF_COMPLETE, runFor),
	simplify,
	registration,
	manualNotice,
	filters: shownIf(IF_COMPLETE, triggerFilters),
	options: optionsParameter({
		...rowOptions,
		columns: shownIf(COMPLETE_OPTION, columns),
		deliveryColumns: shownIf(DELIVERIES_OPTION, deliveryColumns),
		startFromMs: shownIf(COMPLETE_OPTION, watchOptions.startFromMs),
		latenessMs: shownIf(COMPLETE_OPTION, watchOptions.latenessMs),
		revision,
		skipRepeated: shownIf(DELIVERIES_OPTION, skipRepeated),
	}),
};

export const triggerProperties = propertiesOf(WEBHOOK_PARAMETERS);

export type TriggerSettings = ReturnType<typeof readTriggerSettings>;

/** Throws an error that says what to enter. */
export function readTriggerSettings(context: TriggerContext | ITriggerFunctions) {
	const { form, filters, options, ...settings } = readParameters(
		WEBHOOK_PARAMETERS,
		triggerSource(context),
	);
	const rows = { ...options, simplify: settings.simplify };
	return {
		form,
		isComplete: { complete: true, deliveries: false }[settings.mode],
		runFor: settings.runFor,
		isManual: { automatic: false, manual: true }[settings.registration],
		revision: options.revision,
		skipRepeated: options.skipRepeated,
		deliveryRows: { ...rows, columns: options.deliveryColumns },
		watched: {
			form,
			...filters,
			rows,
			startFromMs: options.startFromMs,
			latenessMs: options.latenessMs,
		},
	};
}
