import type { IPollFunctions } from 'n8n-workflow';

import { propertiesOf, readFields, triggerSource } from '../parameters/parameter';
import { formField } from '../parameters/form';
import { readTimeZone } from '../parameters/kinds';
import { optionsField, ROW_OPTIONS, simplify } from '../parameters/rows';
import { event, triggerFilters, watchOptions } from '../parameters/triggers';
import type { Watched } from '../watching/watched';

const FIELDS = {
	event: event('On new submission (polling)'),
	form: formField({
		required: false,
		description:
			"The form to watch. To watch all forms, leave the list empty. If you change the form later, only submissions received from then on are returned, unless 'Start From' is set.",
	}),
	simplify,
	filters: triggerFilters,
	options: optionsField({ ...ROW_OPTIONS, ...watchOptions }),
};

export const pollProperties = propertiesOf(FIELDS);

/** Throws an error that says what to enter, the workflow's time zone included. */
export function readPollSettings(context: IPollFunctions): Watched {
	readTimeZone(context);
	const { form, filters, options, ...chosen } = readFields(FIELDS, triggerSource(context));
	const rows = { ...options, simplify: chosen.simplify };
	const { startFromMs, latenessMs } = options;
	return { form, ...filters, rows, startFromMs, latenessMs };
}
