import type { Connection } from './connection';
import { request } from './transport/request';
import { hasId, isRecord } from '../general/records';

export type NewDestination = { formId: string; url: string; secret: string };

/**
 * Creates a webhook destination on a form (`POST /v1/forms/:form_id/destinations`, specification
 * section 4; needs a key with write permission). Returns the destination's ID if the response,
 * which is not documented, contains one.
 */
export async function createDestination(
	connection: Connection,
	{ formId, url, secret }: NewDestination,
): Promise<string | undefined> {
	const body = await request(connection, {
		method: 'POST',
		path: ['forms', formId, 'destinations'],
		subject: 'destination',
		body: { provider: 'webhook', fields: { url, secret } },
		secrets: [secret],
	});
	return [isRecord(body) ? body.data : undefined, body].find(hasId)?.id;
}
