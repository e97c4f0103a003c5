import { situationOfResponse, type Situation } from '../../../nodes/FormSubmissions/errors';
import type { Reply } from '../client';
import { asAssumed, differs, type Outcome, type Question } from '../finding';
import { submissionsOf } from '../observe';
import { describeReply } from '../shape';

export const ERRORS: Question[] = [
	{
		id: 'wrongKey',
		question: 'A wrong key',
		assumed: '401',
		ask: ({ wrongKey }) =>
			refusal(
				wrongKey,
				['keyRefused'],
				'The error message gives a reason other than a rejected key.',
			),
	},
	{
		id: 'unknownId',
		question: 'An unknown submission',
		assumed: '404, as JSON',
		ask: ({ unknownId }) =>
			refusal(
				unknownId,
				['notFound'],
				'The error message gives a reason other than an unknown ID.',
			),
	},
	{
		id: 'badValue',
		question: 'A value that is not allowed',
		assumed: '400, 409, or 422; or it is ignored',
		ask: ({ badStatus }) =>
			badStatus.status === 200
				? asAssumed('200: ignored')
				: refusal(
						badStatus,
						['badRequest'],
						'The error message does not say that a value is wrong.',
					),
	},
	{
		id: 'badCursor',
		question: 'A cursor that is not accepted',
		assumed: 'any error but 429',
		ask: ({ badCursor }) => askBadCursor(badCursor),
	},
];

/** What the nodes themselves make of a refusal. */
function situationOf({ status, json, body }: Reply): Situation {
	return situationOfResponse(status, json, body, true);
}

function refusal(reply: Reply, expected: Situation[], consequence: string): Outcome {
	const found = describeReply(reply);
	const isError = reply.status < 200 || reply.status > 299;
	if (isError && expected.includes(situationOf(reply))) return asAssumed(found);
	return differs(found, consequence);
}

function askBadCursor(reply: Reply): Outcome {
	const found = describeReply(reply);
	if (reply.status === 200) {
		const rows = submissionsOf(reply).length > 0 ? 'the newest submissions' : 'an empty list';
		return differs(`200: ${rows}`, 'A poll whose cursor has expired takes that for the next page.');
	}
	if (reply.status === 429) {
		return differs(found, 'A poll whose cursor has expired waits for the rate limit forever.');
	}
	return asAssumed(found);
}
