import type { Connection } from './connection';
import { request } from './transport/request';
import { isRecord } from '../general/records';
import { hasId, type Form } from './types';

/** Every form of the workspace (`GET /v1/forms`, specification section 4). */
export async function listForms(connection: Connection): Promise<Form[]> {
	const body = await request(connection, { method: 'GET', path: '/v1/forms', subject: 'forms' });
	const data = isRecord(body) ? body.data : undefined;
	if (!Array.isArray(data) || !data.every(hasId)) {
		throw connection.fail({
			situation: isRecord(body) && 'ok' in body ? 'noData' : 'notThisApi',
			subject: 'forms',
		});
	}
	return data;
}
