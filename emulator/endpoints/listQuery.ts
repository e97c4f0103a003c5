import { readQuery } from '../query';
import { ServiceError } from '../serviceError';
import { SUBMISSION_STATUSES, type SubmissionStatus } from '../types';

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 25;

export type ListQuery = {
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
	if (value === undefined) return ['new'];
	return value.split(',').map((sent) => {
		const status = SUBMISSION_STATUSES.find((one) => one === sent);
		if (status === undefined) {
			throw new ServiceError('invalid_parameter', `The status "${sent}" is unknown`);
		}
		return status;
	});
}

function readLimit(value: string | undefined): number {
	if (value === undefined) return DEFAULT_LIMIT;
	const limit = /^[1-9]\d*$/.test(value) ? Number(value) : 0;
	if (limit < 1 || limit > MAX_LIMIT) {
		throw new ServiceError('invalid_parameter', `limit must be a whole number, 1 to ${MAX_LIMIT}`);
	}
	return limit;
}

/** The accepted values are not documented; these are the three common ways to set a flag. */
function readFlag(value: string | undefined): boolean {
	if (value === undefined) return false;
	if (!['', '1', 'true'].includes(value)) {
		throw new ServiceError('invalid_parameter', 'include_test must be true, 1, or empty');
	}
	return true;
}
