import { readQuery } from '../query';
import { ServiceError } from '../serviceError';
import { SUBMISSION_STATUSES, type SubmissionStatus } from '../types';

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

export function readListQuery(search: string): ListQuery {
	const query = readQuery(search, ['form_id', 'status', 'limit', 'cursor', 'include_test']);
	return {
		formId: query.form_id,
		statuses: readStatuses(query.status),
		includesTest: readFlag(query.include_test),
		limit: readLimit(query.limit),
		cursor: query.cursor,
	};
}

function readStatuses(value: string | undefined): SubmissionStatus[] {
	if (value === undefined) return DEFAULT_STATUSES;
	const sent = value.split(',');
	const known = SUBMISSION_STATUSES.filter((one) => sent.includes(one));
	const unknown = sent.find((one) => !known.some((status) => status === one));
	if (unknown !== undefined) throw badValue(`The status "${unknown}" is unknown`);
	return known;
}

function readLimit(value: string | undefined): number {
	if (value === undefined) return DEFAULT_LIMIT;
	const limit = /^[1-9]\d*$/.test(value) ? Number(value) : 0;
	if (limit < 1 || limit > MAX_LIMIT) throw badValue(`limit must be 1 to ${MAX_LIMIT}`);
	return limit;
}

function readFlag(value: string | undefined): boolean {
	if (value === undefined) return false;
	if (!TEST_FLAGS.includes(value)) {
		throw badValue(`include_test must be one of "${TEST_FLAGS.join('", "')}"`);
	}
	return true;
}

const badValue = (message: string) => new ServiceError('invalid_parameter', message);
