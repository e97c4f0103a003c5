import type { IPollFunctions } from 'n8n-workflow';

import { CREDENTIAL_TYPE } from '../api/credential';
import type { SubmissionFilter } from '../api/types';
import { date } from '../fields/kinds';
import { event } from '../fields/event';
import { propertiesOf, readFields, readTimeZone, triggerSource } from '../fields/field';
import { filters } from '../fields/filters';
import { formField } from '../fields/form';
import { optionsField, simplify, TRIGGER_ROW_OPTIONS } from '../fields/rows';

/** The time from which submissions are new at first; if it is left out, the time of the start. */
const startFromMs = date({
	displayName: 'Start From',
	name: 'startFrom',
	description:
		'Also return submissions received since this time. Applies when the workflow is first published (activated), and again after you change the form, filters, base URL, or credential: submissions returned before are then returned again. Without this option, only submissions received from then on are returned.',
});

const FIELDS = {
	event: event('On new submission (polling)'),
	form: formField({
		required: false,
		description:
			"The form to watch. To watch all forms, leave the list empty. If you change the form later, only submissions received from then on are returned, unless 'Start From' is set.",
	}),
	simplify,
	filter: filters,
	options: optionsField({ ...TRIGGER_ROW_OPTIONS, startFromMs }),
};

export const pollProperties = propertiesOf(FIELDS);

/** What a polling trigger is set to. */
export type PollSettings = ReturnType<typeof readPollSettings>;

/** Throws an error that says what to enter, the workflow's time zone included. */
export function readPollSettings(context: IPollFunctions) {
	readTimeZone(context);
	const { form, filter, options, ...settings } = readFields(FIELDS, triggerSource(context));
	return {
		form,
		filter: { ...filter, formId: form.id },
		rows: { ...options, simplify: settings.simplify },
		startFromMs: options.startFromMs,
	};
}

/** The target: what is polled for, i.e. form, filters, base URL, and credential. */
export function targetKey(
	context: IPollFunctions,
	{ formId = '', statuses = [], includeTest = false }: SubmissionFilter,
	baseUrl: string,
): string {
	// The service excludes quarantined submissions and spam by default: no choice means New alone.
	const chosen = new Set(statuses.length === 0 ? ['new'] : statuses);
	const credentialId = context.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? '';
	return JSON.stringify([formId, [...chosen].sort(), includeTest, baseUrl, credentialId]);
}
