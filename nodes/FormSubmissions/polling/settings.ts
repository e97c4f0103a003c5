import type { IPollFunctions } from 'n8n-workflow';

import { CREDENTIAL_TYPE } from '../api/credential';
import type { FormChoice } from '../api/forms';
import type { SubmissionFilter } from '../api/types';
import { event } from '../fields/event';
import { propertiesOf, readFields, triggerSource } from '../fields/field';
import { filters } from '../fields/filters';
import { formField } from '../fields/form';
import { optionsField, ROW_OPTIONS, simplify } from '../fields/rows';
import { startFromMs } from '../fields/startFrom';
import { readTimeZone } from '../fields/timeZone';
import type { RowOptions } from '../rows/submissionRow';

/** What a trigger that polls is set to. */
export type PollSettings = {
	form: FormChoice;
	filter: Omit<SubmissionFilter, 'formId'>;
	rows: RowOptions;
	/** The time from which submissions are new at first (Unix milliseconds); if missing, that of the start. */
	startFromMs?: number;
};

const FIELDS = {
	event: event('On new submission (polling)'),
	form: formField({
		required: false,
		hint: "The form's exact name works too",
		description:
			"The form to watch. To watch all forms, leave the list empty. If you change the form later, only submissions received from then on are returned, unless 'Start From' is set.",
	}),
	simplify,
	filter: filters,
	options: optionsField({ ...ROW_OPTIONS, startFromMs }),
};

export const pollProperties = propertiesOf(FIELDS);

/** Throws an error that says what to enter, the workflow's time zone included. */
export function readPollSettings(context: IPollFunctions): PollSettings {
	readTimeZone(context);
	const { form, filter, options, ...chosen } = readFields(FIELDS, triggerSource(context));
	const rows = { ...options, simplify: chosen.simplify };
	return { form, filter, rows, startFromMs: options.startFromMs };
}

/** The target: what is polled for, i.e. form, filters, base URL, and credential. */
export function targetKey(
	context: IPollFunctions,
	{ form, filter }: PollSettings,
	baseUrl: string,
): string {
	const { statuses = [], includeTest = false } = filter;
	// The service excludes quarantined submissions and spam by default: no choice means New alone.
	const chosen = new Set(statuses.length === 0 ? ['new'] : statuses);
	const credentialId = context.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? '';
	return JSON.stringify([form.id ?? '', [...chosen].sort(), includeTest, baseUrl, credentialId]);
}
