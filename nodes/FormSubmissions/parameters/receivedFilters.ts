import type { INodeProperties } from 'n8n-workflow';

import { inputError } from '../errors/errors';
import type { ReceivedRange } from '../api/receivedBetween';
import { readFilters } from './filters';
import type { ParameterReader } from './reader';
import { readTime } from './readTime';

export const receivedAfterFilter: INodeProperties = {
	displayName: 'Received After',
	name: 'receivedAfter',
	type: 'dateTime',
	default: '',
	description:
		'Only submissions received at this time or later. A time without a zone is in the time zone of the workflow.',
};

export const receivedBeforeFilter: INodeProperties = {
	displayName: 'Received Before',
	name: 'receivedBefore',
	type: 'dateTime',
	default: '',
	description:
		'Only submissions received before this time. A time without a zone is in the time zone of the workflow.',
};

/** The span that the two filters describe. Throws a sentence where no submission can lie in it. */
export function readReceivedRange(reader: ParameterReader): ReceivedRange {
	const { context } = reader;
	const { receivedAfter, receivedBefore } = readFilters(reader);
	const fromMs = readTime(context, receivedAfter, 'The filter Received After');
	const beforeMs = readTime(context, receivedBefore, 'The filter Received Before');
	if (fromMs !== undefined && beforeMs !== undefined && fromMs >= beforeMs) {
		throw inputError(
			context.getNode(),
			`Received After (${utc(fromMs)}) is not earlier than Received Before (${utc(beforeMs)}), so no submission can match. Change one of the two filters.`,
		);
	}
	return { fromMs, beforeMs };
}

function utc(ms: number): string {
	return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
