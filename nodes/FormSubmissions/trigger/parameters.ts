import type { IHookFunctions, ITriggerFunctions, IWebhookFunctions } from 'n8n-workflow';

import { date } from '../parameters/dates';
import { matches } from '../parameters/fieldValue';
import { filterCollection, SERVICE_FILTERS } from '../parameters/filters';
import { formParameter } from '../parameters/form';
import { boolean, choice, wholeNumber } from '../parameters/kinds';
import {
	decidesDisplay,
	mapParameter,
	propertiesOf,
	readParameters,
	triggerSource,
	withoutValue,
	type Parameter,
} from '../parameters/parameter';
import { optionsParameter, ROW_OPTIONS, simplify } from '../parameters/rows';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const event = withoutValue({
	displayName: 'Event',
	name: 'event',
	type: 'options',
	// `action` is how n8n's nodes panel names the trigger.
	options: [{ name: 'New Submission', value: 'submission.created', action: 'On new submission' }],
	default: 'submission.created',
	// Always hidden: there is nothing to choose.
	displayOptions: { hide: { simplify: [true, false] } },
});

const watchedMatches: typeof matches = {
	...matches,
	property: {
		...matches.property,
		description:
			'Run the workflow only for submissions in which a form field (any, if none is named) has the value entered here. If there are several entries, all must match.',
	},
};

const filters = mapParameter(
	filterCollection({ ...SERVICE_FILTERS, matches: watchedMatches }),
	({ matches: wanted, ...filter }) => ({ filter, matches: wanted }),
);

const runFor = decidesDisplay(
	choice({
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
	}),
);

const startFrom = date({
	displayName: 'Start From',
	name: 'startFrom',
	description:
		"Also return submissions received since this time. Set it before you first publish. Added later, it does nothing until you change the form, the credential, 'Status', or 'Include Test Submissions': then, those that ran before come again.",
});

const lookBack = wholeNumber({
	displayName: 'Look Back',
	name: 'lookBack',
	min: 1,
	max: 30,
	default: 7,
	ifLeftOut: 0,
	hint: 'Days after a submission was received',
	description:
		'How late a submission may appear in the list and still run the workflow, e.g. because it was released from quarantine. It may take an hour or two to be found. Without this option: ten minutes.',
});

const pauseMinutes = wholeNumber({
	displayName: 'Minutes Between Runs',
	name: 'pauseMinutes',
	min: 1,
	max: 10_080,
	default: 60,
	ifLeftOut: 0,
	description:
		'How long to wait after a run for the next one, which has all that comes meanwhile. A week is 10,080 minutes.',
	displayOptions: { show: { '/runFor': ['together'] } },
});

const register = boolean({
	displayName: 'Register for Immediate Runs',
	name: 'register',
	default: false,
	ifLeftOut: true,
	description:
		"Whether to register with the service, so that a submission runs the workflow within seconds. If off, a key with read permission is enough, and a submission runs within a minute, as it does for all forms, or if the service can't reach n8n.",
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
});

const form = formParameter({
	required: true,
	description:
		"The form whose new submissions run the workflow. Another form is a new start: only submissions received from then on run, unless 'Start From' is set. Nodes after the trigger still name the previous form's fields: map them again.",
	hint: 'Choose a form. The rest can stay as it is.',
});

/**
 * Nobody sets it: what n8n's expressions know of n8n's own address, which a trigger isn't told otherwise. Read as the
 * part that all of n8n's webhooks have in common; it ends in the name of an endpoint, and an ID.
 */
const baseAddress: Parameter<string> = {
	property: {
		displayName: 'Address',
		name: 'address',
		type: 'hidden',
		default: '={{ $execution.resumeUrl }}',
	},
	read: ({ value }) => String(value('address') ?? '').replace(/\/[^/]*\/[^/]*$/, ''),
};

export function readBaseAddress(context: IHookFunctions): string {
	return baseAddress.read(triggerSource(context));
}

/** What a delivery is verified with. */
const DESTINATION_PARAMETERS = { form, options: optionsParameter({ revision }) };

const TRIGGER_PARAMETERS = {
	event,
	baseAddress,
	form,
	runFor,
	simplify,
	filters,
	options: optionsParameter({
		...ROW_OPTIONS,
		startFromMs: mapParameter(startFrom, (time) => time?.ms),
		latenessMs: mapParameter(lookBack, (days) => (days === 0 ? undefined : days * DAY_MS)),
		pauseMs: mapParameter(pauseMinutes, (minutes) => minutes * MINUTE_MS),
		register,
		revision,
	}),
};

export const triggerProperties = propertiesOf(TRIGGER_PARAMETERS);

export type TriggerSettings = ReturnType<typeof readTriggerSettings>;

/** Once, at the beginning: n8n evaluates no expression later. Throws an error that says what to enter. */
export function readTriggerSettings(context: ITriggerFunctions) {
	const {
		baseAddress: base,
		form: chosen,
		filters: chosenFilters,
		simplify: isSimplified,
		runFor: runs,
		options,
	} = readParameters(TRIGGER_PARAMETERS, triggerSource(context));
	const {
		startFromMs,
		latenessMs,
		pauseMs,
		register: registers,
		revision: number,
		...look
	} = options;
	const rows = { ...look, simplify: isSimplified };
	return {
		watched: { form: chosen, ...chosenFilters, rows, startFromMs, latenessMs },
		runs: { for: runs, pauseMs },
		destination: { form: chosen, isWanted: registers, revision: number, baseAddress: base },
	};
}

export type DestinationSettings = Pick<TriggerSettings['destination'], 'form' | 'revision'>;

/** What a delivery is verified with: each one reads it. Throws an error that says what to enter. */
export function readDestinationSettings(context: IWebhookFunctions): DestinationSettings {
	const { form: chosen, options } = readParameters(DESTINATION_PARAMETERS, triggerSource(context));
	return { form: chosen, revision: options.revision };
}
