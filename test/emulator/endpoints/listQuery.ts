import { readQuery } from '../query';
import { ServiceError } from '../serviceError';
import { SUBMISSION_STATUSES, type SubmissionStatus } from '../types';
import type { EndpointOptions } from './endpoint';

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 25;
const DEFAULT_STATUSES: SubmissionStatus[] = ['new'];
/** The accepted values are not documented; these are the three common ways to set a flag. */
const TEST_FLAGS = ['', '1', 'true'];

type ListQuery = {
	formId?: string;
	statuses: SubmissionStatus[];
	includesTest: boolean;
	limit: number;
	cursor?: string;
};

export function readListQuery(search: string, options: EndpointOptions): ListQuery {
	const query = readQuery(search, ['form_id', 'status', 'limit', 'cursor', 'include_test']);
	return {
		formId: query.form_id,
		statuses: readStatuses(query.status, options),
		includesTest: readFlag(query.include_test, options),
		limit: readLimit(query.limit, options),
		cursor: query.cursor,
	};
}

function readStatuses(value: string | undefined, options: EndpointOptions): SubmissionStatus[] {
	if (value === undefined) return DEFAULT_STATUSES;
	const sent = value.split(',');
	const known = SUBMISSION_STATUSES.filter((one) => sent.includes(one));
	const unknown = sent.find((one) => !known.some((status) => status === one));
	if (unknown !== undefined) refuse(options, `The status "${unknown}" is unknown`);
	return known.length > 0 ? known : DEFAULT_STATUSES;
}

function readLimit(value: string | undefined, options: EndpointOptions): number {
	if (value === undefined) return DEFAULT_LIMIT;
	const limit = /^[1-9]\d*$/.test(value) ? Number(value) : 0;
	if (limit < 1 || limit > MAX_LIMIT) refuse(options, `limit must be 1 to ${MAX_LIMIT}`);
	return limit < 1 ? DEFAULT_LIMIT : Math.min(limit, MAX_LIMIT);
}

function readFlag(value: string | undefined, options: EndpointOptions): boolean {
	if (value === undefined) return false;
	const { testFlags = TEST_FLAGS } = options;
	if (testFlags.includes(value)) return true;
	refuse(options, `include_test must be one of "${testFlags.join('", "')}"`);
	return false;
}

function refuse({ badValues = 'refuse' }: EndpointOptions, message: string): void {
	if (badValues === 'refuse') throw new ServiceError('invalid_parameter', message);
}
