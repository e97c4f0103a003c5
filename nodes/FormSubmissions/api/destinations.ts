import type { Connection } from './connection';
import { request } from './transport/request';

type NewDestination = { formId: string; formName?: string; url: string; secret: string };

/**
 * Creates a webhook destination on a form (`POST /v1/forms/:form_id/destinations`, specification
 * section 4; needs a key with write permission). Nothing in the undocumented response is needed.
 */
export async function createDestination(
	connection: Connection,
	{ formId, formName, url, secret }: NewDestination,
): Promise<void> {
	await request(connection, {
		method: 'POST',
		path: ['forms', formId, 'destinations'],
		means: {
			ifUnknown: 'noSuchForm',
			ifRefused: 'destinationRefused',
			ifForbidden: 'mayNotCreate',
			id: formId,
			name: formName,
		},
		body: { provider: 'webhook', fields: { url, secret } },
		secrets: [secret],
	});
}
