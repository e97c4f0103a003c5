import { executeContext, type Credential } from '../test/support/n8n';

/**
 * So many pages, one after the other, by n8n's request helper and nothing else: what every node has
 * to use, and what therefore no node can be faster than.
 */
export async function fetchWithHelper(pages: number, credential: Credential): Promise<void> {
	const context = executeContext({ kind: 'formSubmissions', parameters: {}, credential });
	for (let page = 0; page < pages; page++) {
		await context.helpers.httpRequestWithAuthentication.call(context, 'formSubmissionsApi', {
			url: `${String(credential.baseUrl)}/v1/submissions`,
			qs: { limit: '100' },
			encoding: 'text',
			returnFullResponse: true,
		});
	}
}
