import { mapField } from './field';
import { date, wholeNumber } from './kinds';

const DAY_MS = 24 * 60 * 60_000;

const startFrom = date({
	displayName: 'Start From',
	name: 'startFrom',
	description:
		"Also return submissions received since this time. Applies when the workflow is first published, and again after you change the form, base URL, credential, or the filters 'Status' and 'Include Test Submissions'. What was returned before is then returned again. Without this option, only submissions received from then on are returned.",
});

const lookBack = wholeNumber({
	displayName: 'Look Back',
	name: 'lookBack',
	min: 1,
	max: 30,
	// Whoever adds the option wants it; left out, it is ten minutes.
	default: 7,
	ifLeftOut: 0,
	description:
		'For how many days after it was received a submission still runs the workflow if it appears in the list late, e.g. because it was released from quarantine. It may take an hour to be found. Without this option: ten minutes.',
});

/**
 * The options of triggers that read the list: the time from which submissions are new at first (if it is
 * left out, the time of the start), and how late one may become visible.
 */
export const watchOptions = {
	startFromMs: mapField(startFrom, (time) => time?.ms),
	latenessMs: mapField(lookBack, (days) => (days === 0 ? undefined : days * DAY_MS)),
};
