import { hasId, isRecord } from '../general/records';
import type { Connection } from './connection';

/**
 * The items of a list response (specification, section 2). If anything is missing, even `ok: true`, that
 * is an error, never an empty list: a list must not look complete when it isn't.
 */
export function itemsOf({ errorFor }: Connection, body: unknown): Array<{ id: string }> {
	if (!isRecord(body) || !('ok' in body)) throw errorFor('notThisApi');
	if (body.ok !== true) throw errorFor('notOk');
	if (!Array.isArray(body.data) || !body.data.every(hasId)) throw errorFor('noList');
	return body.data;
}
