import {
	sleep,
	type Icon,
	type ICredentialDataDecryptedObject,
	type ICredentialTestRequest,
	type ICredentialType,
	type IHttpRequestOptions,
	type INodeProperties,
} from 'n8n-workflow';

import { readApiKey } from '../nodes/FormSubmissions/api/credential';
import { EDITING } from '../nodes/FormSubmissions/api/timeLimits';
import { checkBaseUrl, parseUrl } from '../nodes/FormSubmissions/api/urls/baseUrl';
import { situationOfResponse } from '../nodes/FormSubmissions/errors/situationOfResponse';
import { sentencesOf, type Situation } from '../nodes/FormSubmissions/errors/situations';

/** The path that the connection test asks for. */
const TESTED = '/v1/forms';

/** n8n's HTTP Request node has `uri` where others have `url`. */
type Addressed = { url?: string; uri?: string };

/** The statuses for which n8n's own message would be no more than the name of the status. */
const EXPLAINED_STATUSES = [
	...[301, 302, 303, 307, 308, 401, 402, 403, 404, 407, 408, 425, 429],
	...[500, 502, 503, 504, 520, 521, 522, 523, 524, 529],
	// From another server, such as one that expects https at this port.
	...[400, 405, 409, 410, 422, 501],
	...[505, 506, 507, 508, 509, 510, 511],
	// From Cloudflare, in front of a service that it can't reach.
	...[525, 526, 530],
];

/** The service's address and the API key of one workspace (specification, section 5). */
export class FormSubmissionsApi implements ICredentialType {
	name = 'formSubmissionsApi';

	displayName = 'Form Submissions API';

	icon: Icon = {
		light: 'file:../icons/formSubmissions.svg',
		dark: 'file:../icons/formSubmissions.dark.svg',
	};

	documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-form-submissions#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com',
			hint: "The part before /v1/forms in the service's API documentation",
			description: 'Addresses that start with http:// are accepted only on your own network',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			hint: "Created in the service's dashboard under Settings > API keys",
			description:
				'A key with read permission is enough, except for a trigger that runs immediately: it registers itself',
		},
		// n8n would add these two itself, and allow requests to all domains in a new credential.
		{
			displayName: 'Allowed HTTP Request Domains',
			name: 'allowedHttpRequestDomains',
			type: 'options',
			options: [
				{
					name: 'All',
					value: 'all',
					description: 'Allow all requests when used in the HTTP Request or GraphQL node',
				},
				{
					name: 'Specific Domains',
					value: 'domains',
					description: 'Restrict requests to specific domains',
				},
				{
					name: 'None',
					value: 'none',
					description: 'Block all requests when used in the HTTP Request or GraphQL node',
				},
			],
			default: 'none',
			description:
				'Control which domains this credential can be used with in HTTP Request or GraphQL nodes',
		},
		{
			displayName: 'Allowed Domains',
			name: 'allowedDomains',
			type: 'string',
			default: '',
			placeholder: 'example.com, *.subdomain.com',
			description: 'Comma-separated list of allowed domains (supports wildcards with *)',
			displayOptions: { show: { allowedHttpRequestDomains: ['domains'] } },
		},
	];

	// A function, because n8n 2.41.1 can't evaluate an expression in the polls of a workflow once any
	// poll of that workflow has ended beside them: each request would then look like a lost connection.
	// It is the one place that every request with the key passes, the connection test and n8n's own HTTP
	// Request node included, so it decides where the key may go.
	authenticate = async (
		{ apiKey, baseUrl }: ICredentialDataDecryptedObject,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const checked = checkBaseUrl(baseUrl);
		if (!checked.ok) throw new Error(sentencesOf(checked.problem).join(' '));
		const request = options.url === TESTED ? testRequest(options, checked.value) : options;
		const { uri, url = uri }: Addressed = request;
		if (parseUrl(url ?? '')?.origin !== parseUrl(checked.value)?.origin) {
			throw new Error(
				"The API key is sent only to the base URL's host. Use the same https://, host, and port as in the credential.",
			);
		}
		// Proxies that n8n itself is set to use are not in here. One that a node names could read the key.
		if (options.proxy) {
			throw new Error(
				'The API key is not sent through a proxy that a node names. Remove the option Proxy from the node.',
			);
		}
		const headers = { ...options.headers, Authorization: `Bearer ${readApiKey(apiKey) ?? ''}` };
		return await Promise.resolve({ ...request, headers });
	};

	// On its own, n8n would send the key wherever a redirect leads, and would accept any web page with
	// status 200 as a working connection.
	test: ICredentialTestRequest = {
		request: { url: TESTED, disableFollowRedirect: true },
		rules: [
			okRule(undefined, 'notThisApi'),
			...[false, null, 0, '', 'false'].map((value) => okRule(value, 'notOk')),
			...EXPLAINED_STATUSES.map((status) => ({
				type: 'responseCode' as const,
				properties: {
					value: status,
					message: sentencesOf(situationOfResponse(status, 'empty', { isDocumented: true }), {
						status,
					}).join(' '),
				},
			})),
			// n8n accepts both kinds of rules in one list; its type allows only lists of one kind.
		] as ICredentialTestRequest['rules'],
	};
}

/**
 * The request of the connection test, which has only a path. Of itself, n8n waits for five minutes, and without
 * end for a response that drips.
 */
function testRequest(options: IHttpRequestOptions, baseUrl: string): IHttpRequestOptions {
	const { timeoutMs } = EDITING;
	const limit = new AbortController();
	void sleep(timeoutMs).then(() => limit.abort());
	return { ...options, url: baseUrl + TESTED, timeout: timeoutMs, abortSignal: limit.signal };
}

/** An answer whose `ok` has this value is not a success. */
function okRule(value: unknown, situation: Situation) {
	const message = sentencesOf(situation).join(' ');
	return { type: 'responseSuccessBody' as const, properties: { key: 'ok', value, message } };
}
