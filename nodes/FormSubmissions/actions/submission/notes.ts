import { SUBMISSION_STATUSES } from '../../api/types';
import { quoteValue, type FieldContext } from '../../fields/field';
import type { ListFilters } from '../../fields/filters';
import type { FieldMatch } from '../../rows/fieldMatch';
import { zonedTime } from '../../rows/localTime';
import type { FieldNames } from './fieldNames';

function noteSought({ name, value }: FieldMatch): string {
	const field = name === undefined ? 'a form field' : `the form field ${quoteValue(name)}`;
	return `The filter 'Field Value' includes only submissions in which the whole value of ${field}, or an entry of it, is ${quoteValue(value)}.`;
}

/** Says what may have kept submissions out of an empty list. `sought` are the fields that were compared. */
export function noteNothingFound(
	context: FieldContext,
	{ filter, range, matches }: ListFilters,
	sought: FieldNames,
): string {
	const { formId, statuses, includeTest } = filter;
	const { fromMs, beforeMs } = range;
	const at = (ms: number) => zonedTime(ms, context.getTimezone());
	const reasons = [
		formId !== undefined && 'Only the chosen form was searched; check that it is the right one.',
		fromMs !== undefined &&
			`The filter 'Received After' leaves out submissions received before ${at(fromMs)}.`,
		beforeMs !== undefined &&
			`The filter 'Received Before' leaves out submissions received at ${at(beforeMs)} or later.`,
		...sought.noteUnseen('searched'),
		...matches.filter(({ name }) => name === undefined || !sought.unseen.has(name)).map(noteSought),
		statuses === undefined &&
			"Quarantined submissions and spam are left out unless they are chosen in the filter 'Status'.",
		statuses !== undefined &&
			statuses.length < SUBMISSION_STATUSES.length &&
			`The filter 'Status' leaves out submissions that are not ${statuses.join(' or ')}.`,
		!includeTest && "Test submissions are left out unless 'Include Test Submissions' is on.",
	];
	return `No submissions were found. ${reasons.filter(Boolean).join(' ')}`;
}
