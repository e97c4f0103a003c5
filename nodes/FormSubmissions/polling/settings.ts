import type { IPollFunctions } from 'n8n-workflow';

import { CREDENTIAL_TYPE } from '../api/connection';
import type { SubmissionFilter } from '../api/types';
import { readSubmissionFilter } from '../parameters/filters';
import { readForm } from '../parameters/form';
import { triggerParameters } from '../parameters/reader';
import { readTime } from '../parameters/readTime';
import { readOptions, readRowOptions } from '../parameters/rowOptions';

/** What a polling trigger is set to. */
export type PollSettings = ReturnType<typeof readPollSettings>;

/** Throws an error that says what to enter. */
export function readPollSettings(context: IPollFunctions) {
	const parameters = triggerParameters(context);
	const options = readOptions(parameters);
	const form = readForm(parameters);
	return {
		form,
		filter: readSubmissionFilter(parameters, form.id),
		rows: readRowOptions(parameters, options),
		/** The time from which submissions are new at the start (Unix milliseconds); default: the start. */
		startFromMs: readTime(context, options.startFrom, "The option 'Start From'"),
	};
}

/** Identifies what is polled for: form, filters, base URL, and credential. */
export function questionOf(
	context: IPollFunctions,
	{ formId = '', statuses = [], includeTest = false }: SubmissionFilter,
	baseUrl: string,
): string {
	// The service excludes quarantined submissions and spam by default: no choice means New alone.
	const chosen = new Set(statuses.length === 0 ? ['new'] : statuses);
	const credentialId = context.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? '';
	return JSON.stringify([formId, [...chosen].sort(), includeTest, baseUrl, credentialId]);
}
