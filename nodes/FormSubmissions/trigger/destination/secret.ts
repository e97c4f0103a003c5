import { createHmac } from 'crypto';

import { parseUrl } from '../../api/urls/baseUrl';
import type { StateContext } from '../../state/nodeStates';
import type { Destination } from './registrations';

/**
 * The secret of a destination: 64 hex digits that nobody can compute without the API key. Derived
 * again, it is the same: n8n may repeat a registration that the service has already accepted, and may
 * lose what was stored about it. The address makes it another one for a copy of the workflow in another
 * n8n instance, which has the same IDs and perhaps the same API key.
 */
export function deriveSecret(
	context: StateContext,
	{ baseUrl, revision, url }: Omit<Destination, 'formId'>,
	apiKey: string,
): string {
	const purpose = [
		'n8n-nodes-form-submissions webhook secret',
		baseUrl,
		context.getWorkflow().id ?? '',
		context.getNode().id,
		String(revision),
		parseUrl(url)?.origin ?? '',
	];
	return createHmac('sha256', apiKey).update(purpose.join('\n')).digest('hex');
}
