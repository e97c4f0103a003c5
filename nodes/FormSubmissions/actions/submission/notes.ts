import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Connection } from '../../api/connection';
import { isTool } from '../../errors';
import { quoteValue } from '../../fields/entered';
import type { ListFilters } from '../../fields/filters';
import { zonedTime } from '../../rows/localTime';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** n8n renders hints as HTML, and a value may come from anyone. */
function asHtml(text: string): string {
	return text.replace(/[&<>]/g, (character) => ENTITIES[character] ?? '');
}

/**
 * Says what may have kept submissions out of an empty list: to people in a hint, and to a model in what
 * this returns, because a model sees no hints, and an empty list only as empty text.
 */
export function noteNothingFound(
	{ context }: Connection<IExecuteFunctions>,
	{ filter, range, match }: ListFilters,
): IDataObject[] {
	const { formId, statuses, includeTest } = filter;
	const { fromMs, beforeMs } = range;
	const at = (ms: number) => zonedTime(ms, context.getTimezone());
	const reasons = [
		formId !== undefined && 'Only the chosen form was searched; check that it is the right one.',
		fromMs !== undefined &&
			`The filter 'Received After' leaves out submissions received before ${at(fromMs)}.`,
		beforeMs !== undefined &&
			`The filter 'Received Before' leaves out submissions received at ${at(beforeMs)} or later.`,
		match &&
			`The filter 'Field Value' leaves out submissions whose form field ${quoteValue(match.name)} is not ${quoteValue(match.value)}. The whole value is compared, ignoring case; the field's name must match exactly.`,
		statuses
			? `The filter 'Status' leaves out submissions that are not ${statuses.join(' or ')}.`
			: "Quarantined submissions and spam are left out unless they are chosen in the filter 'Status'.",
		!includeTest && "Test submissions are left out unless 'Include Test Submissions' is on.",
	];
	const note = `No submissions were found. ${reasons.filter(Boolean).join(' ')}`;
	if (isTool(context.getNode())) return [{ note }];
	context.addExecutionHints({ message: asHtml(note), location: 'outputPane' });
	return [];
}
