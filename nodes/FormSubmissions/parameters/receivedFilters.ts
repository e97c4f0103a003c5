import type { INodeProperties } from 'n8n-workflow';

import { inputError } from '../errors/errors';
import type { ReceivedRange } from '../api/receivedBetween';
import { readFilters } from './filters';
import type { ParameterReader } from './reader';
import { readTime } from './readTime';
import { zonedTime } from './zonedTime';

export const receivedAfterFilter: INodeProperties = {
	displayName: 'Received After',
	name: 'receivedAfter',
	type: 'dateTime',
	default: '',
	description:
		"Only submissions received at this time or later. Use the date picker, or an ISO 8601 date such as 2026-01-31 or 2026-01-31T09:00. A time without a zone is in the workflow's time zone.",
};

export const receivedBeforeFilter: INodeProperties = {
	displayName: 'Received Before',
	name: 'receivedBefore',
	type: 'dateTime',
	default: '',
	description:
		"Only submissions received before this time. Use the date picker, or an ISO 8601 date such as 2026-01-31 or 2026-01-31T09:00. A time without a zone is in the workflow's time zone.",
};

/** The time range that the two filters set. Throws if no submission can be in it. */
export function readReceivedRange(reader: ParameterReader): ReceivedRange {
	const { context } = reader;
	const { receivedAfter, receivedBefore } = readFilters(reader);
	const fromMs = readTime(context, receivedAfter, "The filter 'Received After'");
	const beforeMs = readTime(context, receivedBefore, "The filter 'Received Before'");
	const zone = context.getTimezone();
	if (fromMs !== undefined && beforeMs !== undefined && fromMs >= beforeMs) {
		throw inputError(
			context.getNode(),
			`'Received After' is ${zonedTime(fromMs, zone)}, which is not earlier than 'Received Before', ${zonedTime(beforeMs, zone)}, so no submission can match. Change one of the two filters.`,
		);
	}
	return { fromMs, beforeMs };
}
