import type { CredentialRef } from '../../sandbox/client/n8nClient';
import { CREDENTIAL_TYPE } from '../../sandbox/client/workflowFile';
import type { Host } from './host';

/** Runs work with a temporary credential whose values differ from the host's own. */
export async function withCredential<T>(
	{ n8n, baseUrl, apiKey }: Host,
	data: { baseUrl?: string; apiKey?: string },
	use: (credential: CredentialRef) => Promise<T>,
): Promise<T> {
	const values = { baseUrl, apiKey, ...data };
	const credential = await n8n.credentials.create(CREDENTIAL_TYPE, 'Another', values);
	try {
		return await use(credential);
	} finally {
		await n8n.credentials.remove(credential);
	}
}
