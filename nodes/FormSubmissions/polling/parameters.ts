import type { IPollFunctions } from 'n8n-workflow';

import { inputError } from '../errors/nodeErrors';
import { event, triggerFilters } from '../parameters/bothTriggers';
import { readTimeZone } from '../parameters/dates';
import { CHOOSE_FORM, formParameter } from '../parameters/form';
import { propertiesOf, readParameters, triggerSource } from '../parameters/parameter';
import { optionsParameter, ROW_OPTIONS, simplify } from '../parameters/rows';
import { watchOptions } from '../parameters/startFromAndLookBack';
import type { Watched } from '../watching/watched';

const WATCHING_PARAMETERS = {
	event: event('On new submission (polling)'),
	form: formParameter({
		required: false,
		description:
			"The form to watch. To watch all forms, leave the list empty. If you change the form later, only submissions received from then on are returned, unless 'Start From' is set.",
		hint: CHOOSE_FORM,
	}),
	simplify,
	filters: triggerFilters,
	options: optionsParameter({ ...ROW_OPTIONS, ...watchOptions }),
};

export const pollProperties = propertiesOf(WATCHING_PARAMETERS);

/** Throws an error that says what to enter, the workflow's time zone included. */
export function readPollSettings(context: IPollFunctions): Watched {
	readTimeZone(context);
	assertHandsOverAll(context);
	const { form, filters, options, ...chosen } = readParameters(
		WATCHING_PARAMETERS,
		triggerSource(context),
	);
	const rows = { ...options, simplify: chosen.simplify };
	const { startFromMs, latenessMs } = options;
	return { form, ...filters, rows, startFromMs, latenessMs };
}

/** n8n cuts what a poll returns to its first item if the node is set to Execute Once, and tells nobody. */
function assertHandsOverAll(context: IPollFunctions): void {
	const node = context.getNode();
	if (!node.executeOnce) return;
	throw inputError(
		node,
		"'Execute Once' is on in this node's Settings, so n8n would run the workflow with the first submission that a poll finds, and drop the others. Turn it off, and publish the workflow.",
	);
}
