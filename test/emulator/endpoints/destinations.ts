import { WRITE_SCOPE } from '../keys';
import { readQuery } from '../query';
import { ServiceError } from '../serviceError';
import { assertFormExists } from './assertForm';
import { readDestinationBody } from './destinationBody';
import type { Endpoint } from './endpoint';
import { isPublicHost } from './publicHost';

export const createDestination: Endpoint = {
	method: 'POST',
	path: ['v1', 'forms', ':form_id', 'destinations'],
	scope: WRITE_SCOPE,
	isRead: false,
	answer({ key, pathParameters, search, headers, body, store, options }) {
		readQuery(search, []);
		const [formId = ''] = pathParameters;
		assertFormExists(store, key, formId);
		const destination = readDestinationBody(headers['content-type'], body);
		if (!options.allowPrivateDestinations && !isPublicHost(new URL(destination.url).hostname)) {
			throw new ServiceError(
				'destination_refused',
				'url must point to a publicly reachable server',
			);
		}
		const { id } = store.destinations.add({ formId, ...destination });
		return { status: 201, body: JSON.stringify({ ok: true, data: { id } }) };
	},
};
