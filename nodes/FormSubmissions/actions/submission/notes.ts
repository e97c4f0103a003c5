import type { Submission } from '../../api/types';
import { quoteValue, type FieldContext } from '../../fields/field';
import type { ListFilters } from '../../fields/filters';
import { isRecord } from '../../general/records';
import { zonedTime } from '../../rows/localTime';

/** Takes out of `unseen` each name of a form field that one of the submissions has. */
export function strikeSeen(unseen: Set<string>, submissions: Submission[]): void {
	for (const { data } of submissions) {
		for (const name of unseen) if (isRecord(data) && Object.hasOwn(data, name)) unseen.delete(name);
	}
}

/** Says which of the chosen form fields no submission has: a form may have been changed, or a name mistyped. */
export function noteUnseen(unseen: Set<string>): string[] {
	if (unseen.size === 0) return [];
	const names = [...unseen].map(quoteValue).join(' or ');
	return [`No submission here has a field named ${names}.`];
}

function lacking(name: string | undefined, value: string): string {
	return name === undefined
		? `submissions of which no form field is ${quoteValue(value)}`
		: `submissions whose form field ${quoteValue(name)} is not ${quoteValue(value)}`;
}

/** Says what may have kept submissions out of an empty list. `unseen` has the names that none had. */
export function noteNothingFound(
	context: FieldContext,
	{ filter, range, matches }: ListFilters,
	unseen: Set<string>,
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
		...noteUnseen(unseen),
		...matches
			.filter(({ name }) => name === undefined || !unseen.has(name))
			.map(({ name, value }) => `The filter 'Field Value' leaves out ${lacking(name, value)}.`),
		statuses
			? `The filter 'Status' leaves out submissions that are not ${statuses.join(' or ')}.`
			: "Quarantined submissions and spam are left out unless they are chosen in the filter 'Status'.",
		!includeTest && "Test submissions are left out unless 'Include Test Submissions' is on.",
	];
	return `No submissions were found. ${reasons.filter(Boolean).join(' ')}`;
}
