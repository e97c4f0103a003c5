import type { IExecuteFunctions } from 'n8n-workflow';

import type { Connection } from '../../api/connection';
import type { ReceivedRange } from '../../api/receivedBetween';
import type { SubmissionFilter } from '../../api/types';
import { zonedTime } from '../../rows/localTime';

/** Shows a hint with an empty output: what may have kept submissions out of it. */
export function hintNothingFound(
	{ context }: Connection<IExecuteFunctions>,
	{ formId, statuses, includeTest }: SubmissionFilter,
	{ fromMs, beforeMs }: ReceivedRange,
): void {
	const at = (ms: number) => zonedTime(ms, context.getTimezone());
	const reasons = [
		formId !== undefined && 'Only the chosen form was searched; check that it is the right one.',
		fromMs !== undefined &&
			`The filter 'Received After' leaves out submissions received before ${at(fromMs)}.`,
		beforeMs !== undefined &&
			`The filter 'Received Before' leaves out submissions received at ${at(beforeMs)} or later.`,
		statuses
			? `The filter 'Status' leaves out submissions that are not ${statuses.join(' or ')}.`
			: "Quarantined submissions and spam are left out unless they are chosen in the filter 'Status'.",
		!includeTest && "Test submissions are left out unless 'Include Test Submissions' is on.",
	];
	context.addExecutionHints({
		message: `No submissions were found. ${reasons.filter(Boolean).join(' ')}`,
		location: 'outputPane',
	});
}
