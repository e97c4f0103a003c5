import { randomUUID } from 'node:crypto';

import { decodeCursor, encodeCursor, type Cursor } from '../cursors';
import { ServiceError } from '../serviceError';
import type { BrokenRow, Row } from '../store';
import { SUBMISSION_STATUSES, type SubmissionStatus } from '../types';
import { assertFormExists, readQuery, type Call, type Endpoint } from './endpoint';

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 25;
const DEFAULT_STATUSES: SubmissionStatus[] = ['new'];
/** The accepted values are not documented; these are the three common ways to set a flag. */
const TEST_FLAGS = ['', '1', 'true'];

export const listSubmissions: Endpoint = {
	method: 'GET',
	path: /^\/v1\/submissions$/,
	scope: 'submissions:read',
	isRead: true,
	answer(call) {
		const { search, store, options, nowMs } = call;
		const { limit, cursor, ...filter } = readListQuery(search);
		if (filter.formId !== undefined) assertFormExists(store, filter.formId);

		const filters = JSON.stringify(filter);
		const isAtTop = cursor === undefined || options.forgetsCursors;
		const after = isAtTop ? undefined : readCursor(cursor, filters, call);
		const asOfMs = options.cursors === 'snapshot' ? (after?.asOfMs ?? nowMs) : undefined;
		const query = { limit, after, asOfMs: asOfMs ?? nowMs };
		const { rows, hasMore } = store.page(filter, query);

		const last = hasMore || options.cursorAtEnd ? rows.at(-1) : undefined;
		const issuedMs = options.sameCursors ? 0 : nowMs;
		const nextCursor = options.forgetsCursors
			? randomUUID()
			: last && encodeCursor({ ...last, issuedMs, asOfMs }, filters);
		const pagination = JSON.stringify({ limit, hasMore, nextCursor });
		const { data, ...fault } = toData(rows, store.brokenRows);
		return {
			status: 200,
			body: `{"ok":true,"data":[${data}],"pagination":${pagination}}`,
			...fault,
		};
	},
};

function readListQuery(search: string) {
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
	if (known.length < sent.length) throw badValue(`A status of "${value}" is unknown`);
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
	if (TEST_FLAGS.includes(value)) return true;
	throw badValue(`include_test must be one of "${TEST_FLAGS.join('", "')}"`);
}

function readCursor(text: string, filters: string, { store, options, nowMs }: Call): Cursor {
	const cursor = decodeCursor(text, filters);
	const { cursorLifeMs = Infinity } = options;
	const { issuedUntilMs, status } = store.refusedCursors;
	if (cursor.issuedMs <= issuedUntilMs) {
		throw new ServiceError(status, 'cursor is no longer accepted');
	}
	if (nowMs - cursor.issuedMs > cursorLifeMs) throw badValue('cursor has expired');
	return cursor;
}

const badValue = (message: string) => new ServiceError(422, message);

/** The rows of a page, unless one of them was broken so that the page fails. */
function toData(
	rows: Row[],
	broken: ReadonlyMap<string, BrokenRow>,
): { data: string; fault?: 'noId' } {
	if (broken.size === 0) return { data: rows.map(toJson).join(',') };
	const faults = rows.map(({ submission }) => broken.get(submission.id));
	if (faults.includes('status500')) throw new ServiceError(500, 'This page could not be read');
	const sent = rows.map((row, index) => (faults[index] ? withoutId(row) : toJson(row)));
	const data = sent.join(',');
	return faults.includes('noId') ? { data, fault: 'noId' } : { data };
}

export const getSubmission: Endpoint = {
	method: 'GET',
	path: /^\/v1\/submissions\/([^/]+)$/,
	scope: 'submissions:read',
	isRead: true,
	answer({ id, search, store, nowMs }) {
		readQuery(search, []);
		const row = store.submissions.get(id);
		if (!row || row.visibleMs > nowMs) {
			throw new ServiceError(404, `There is no submission ${id}`);
		}
		return { status: 200, body: toJson(row) };
	},
};

function toJson(row: Row): string {
	row.json ??= JSON.stringify(row.submission);
	return row.json;
}

const withoutId = ({ submission }: Row): string => JSON.stringify({ ...submission, id: undefined });
