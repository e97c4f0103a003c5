import { date } from './kinds';

/** The time from which submissions are new at first; if it is left out, the time of the start. */
export const startFromMs = date({
	displayName: 'Start From',
	name: 'startFrom',
	description:
		'Also return submissions received since this time. Applies when the workflow is first published, and again after you change the form, filters, base URL, or credential: submissions returned before are then returned again. Without this option, only submissions received from then on are returned.',
});
