import type { IExecuteFunctions } from 'n8n-workflow';

import type { ReceivedFilterValues } from '../../parameters/receivedFilters';

/** Tells, beside an empty output, what may have kept submissions out of it. */
export function hintNothingFound(
	context: IExecuteFunctions,
	formId: string,
	filters: ReceivedFilterValues,
): void {
	const { status, includeTest, receivedAfter, receivedBefore } = filters;
	const reasons: string[] = [];
	if (formId) reasons.push('Only one form was asked for; check that it is the right one.');
	if (receivedAfter) {
		reasons.push('The filter Received After leaves out what was received before that time.');
	}
	if (receivedBefore) {
		reasons.push('The filter Received Before leaves out what was received from that time on.');
	}
	reasons.push(
		status && status.length > 0
			? `The filter Status leaves out submissions that are not ${status.join(' or ')}.`
			: 'Quarantined submissions and spam are left out unless they are chosen in the filter Status.',
	);
	if (!includeTest) {
		reasons.push('Test submissions are left out unless Include Test Submissions is on.');
	}
	context.addExecutionHints({
		message: `No submission was found. ${reasons.join(' ')}`,
		location: 'outputPane',
	});
}
