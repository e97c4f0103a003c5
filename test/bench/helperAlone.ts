import { executeContext, type Credential } from '../support/n8n';

/**
 * Fetches the given number of pages in sequence with n8n's request helper and nothing else. Every
 * node has to use this helper, so no node can be faster.
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
