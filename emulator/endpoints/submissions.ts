import { decodeCursor, encodeCursor } from '../cursors';
import { readQuery } from '../query';
import { ServiceError } from '../serviceError';
import type { Row } from '../store/submissionIndex';
import { filterName } from '../store/submissionStore';
import { assertFormExists } from './assertForm';
import type { Endpoint } from './endpoint';
import { readListQuery } from './listQuery';

export const listSubmissions: Endpoint = {
	method: 'GET',
	path: ['v1', 'submissions'],
	scope: 'submissions:read',
	isRead: true,
	answer({ key, search, store, options, nowMs }) {
		const { limit, cursor, ...filters } = readListQuery(search, options);
		const filter = { ...filters, workspace: key.workspace };
		if (filter.formId !== undefined && options.unknownForm !== 'emptyList') {
			assertFormExists(store, key, filter.formId);
		}

		const name = filterName(filter);
		const { cursorLifeMs } = options;
		const life = cursorLifeMs === undefined ? undefined : { nowMs, lifeMs: cursorLifeMs };
		const after = cursor === undefined ? undefined : decodeCursor(cursor, name, life);
		const { rows, hasMore } = store.submissions.page(filter, limit, after);

		const last = rows.at(-1);
		const nextCursor = hasMore && last ? encodeCursor(last, name, life?.nowMs) : undefined;
		const pagination = JSON.stringify({ limit, hasMore, nextCursor });
		const data = rows.map(toJson).join(',');
		return { status: 200, body: `{"ok":true,"data":[${data}],"pagination":${pagination}}` };
	},
};

export const getSubmission: Endpoint = {
	method: 'GET',
	path: ['v1', 'submissions', ':id'],
	scope: 'submissions:read',
	isRead: true,
	answer({ key, pathParameters, search, store, options }) {
		readQuery(search, []);
		const [id = ''] = pathParameters;
		const row = store.submissions.find(id);
		if (row?.workspace !== key.workspace) {
			throw new ServiceError('not_found', `There is no submission ${id}`);
		}
		const json = toJson(row);
		return { status: 200, body: options.singleEnvelope ? `{"ok":true,"data":${json}}` : json };
	},
};

function toJson(row: Row): string {
	row.json ??= JSON.stringify(row.submission);
	return row.json;
}
