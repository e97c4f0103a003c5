import { decodeCursor, encodeCursor, type Cursor } from '../cursors';
import { readQuery } from '../query';
import { ServiceError } from '../serviceError';
import type { BrokenRow } from '../store/store';
import type { Row } from '../store/submissionIndex';
import { filterName } from '../store/submissionStore';
import { assertFormExists } from './assertForm';
import type { Call, Endpoint } from './endpoint';
import { readListQuery } from './listQuery';

export const listSubmissions: Endpoint = {
	method: 'GET',
	path: ['v1', 'submissions'],
	scope: 'submissions:read',
	isRead: true,
	answer(call) {
		const { key, search, store, options, nowMs } = call;
		const { limit, cursor, ...filters } = readListQuery(search);
		const filter = { ...filters, workspace: key.workspace };
		if (filter.formId !== undefined) assertFormExists(store, key, filter.formId);

		const name = filterName(filter);
		const after = cursor === undefined ? undefined : readCursor(cursor, name, call);
		const asOfMs = options.cursors === 'snapshot' ? (after?.asOfMs ?? nowMs) : undefined;
		const { rows, hasMore } = store.submissions.page(filter, { limit, after, asOfMs, nowMs });

		const last = hasMore || options.cursorAtEnd ? rows.at(-1) : undefined;
		const nextCursor = last && encodeCursor({ ...last, issuedMs: nowMs, asOfMs }, name);
		const pagination = JSON.stringify({ limit, hasMore, nextCursor });
		const { data, ...fault } = toData(rows, store.brokenRows);
		return {
			status: 200,
			body: `{"ok":true,"data":[${data}],"pagination":${pagination}}`,
			...fault,
		};
	},
};

function readCursor(text: string, filters: string, { store, options, nowMs }: Call): Cursor {
	const cursor = decodeCursor(text, filters);
	const { cursorLifeMs = Infinity } = options;
	const { issuedUntilMs, status } = store.refusedCursors;
	if (cursor.issuedMs <= issuedUntilMs) {
		throw new ServiceError('invalid_parameter', 'cursor is no longer accepted', {}, status);
	}
	if (nowMs - cursor.issuedMs > cursorLifeMs) {
		throw new ServiceError('invalid_parameter', 'cursor has expired');
	}
	return cursor;
}

/** The rows of a page, unless one of them was broken so that the page fails. */
function toData(
	rows: Row[],
	broken: ReadonlyMap<string, BrokenRow>,
): { data: string; fault?: 'noId' } {
	if (broken.size === 0) return { data: rows.map(toJson).join(',') };
	const faults = rows.map(({ submission }) => broken.get(submission.id));
	if (faults.includes('status500')) {
		throw new ServiceError('internal', 'This page could not be read');
	}
	const sent = rows.map((row, index) => (faults[index] ? withoutId(row) : toJson(row)));
	const data = sent.join(',');
	return faults.includes('noId') ? { data, fault: 'noId' } : { data };
}

export const getSubmission: Endpoint = {
	method: 'GET',
	path: ['v1', 'submissions', ':id'],
	scope: 'submissions:read',
	isRead: true,
	answer({ key, pathParameters, search, store, options, nowMs }) {
		readQuery(search, []);
		const [id = ''] = pathParameters;
		const row = store.submissions.findVisible(id, nowMs);
		if (row?.workspace !== key.workspace) {
			throw new ServiceError('not_found', `There is no submission ${id}`);
		}
		const json = toJson(row);
		return { status: 200, body: options.singleEnvelope ? `{"ok":true,"data":${json}}` : json };
	},
};

function toJson(row: Row): string {
	row.json ??= JSON.stringify({ ...row.submission, ...row.sent });
	return row.json;
}

function withoutId(row: Row): string {
	return JSON.stringify({ ...row.submission, ...row.sent, id: undefined });
}
