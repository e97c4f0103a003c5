import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { TESTED_BASE_URL } from '../nodes/FormSubmissions/api/urls/testedBaseUrl';
import { credentialTestText, situationOfResponse } from '../nodes/FormSubmissions/errors';

/** The statuses for which n8n's own message would be no more than the name of the status. */
const EXPLAINED_STATUSES = [
	...[301, 302, 303, 307, 308, 401, 402, 403, 404, 407, 408, 425, 429],
	...[500, 502, 503, 504, 520, 521, 522, 523, 524, 529],
	// From another server, such as one that expects https at this port.
	...[400, 405, 501],
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
				'The key alone, without the word Bearer. A read-only key is enough, except for webhook triggers that register themselves.',
		},
		{
			displayName: 'Webhook Secret',
			name: 'webhookSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			hint: "Leave empty unless a trigger's 'Registration' is Manual",
			description:
				"Create a long random string, and enter it both here and as the destination's secret in the service. When you change the base URL, create a new one: the previous service knows this one.",
		},
	];

	// A function, because n8n 2.41.1 can't evaluate an expression in the polls of a workflow once any
	// poll of that workflow has ended beside them: each request would then look like a lost connection.
	authenticate = async (
		{ apiKey }: ICredentialDataDecryptedObject,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const headers = { ...options.headers, Authorization: `Bearer ${String(apiKey).trim()}` };
		return await Promise.resolve({ ...options, headers });
	};

	// On its own, n8n would send the key wherever the base URL or a redirect leads, even over plain
	// http, and would accept any web page with status 200 as a working connection. The expression,
	// `disableFollowRedirect`, and the rules for `ok` prevent that.
	test: ICredentialTestRequest = {
		request: {
			baseURL: TESTED_BASE_URL,
			url: '/v1/forms',
			disableFollowRedirect: true,
		},
		rules: [
			{
				type: 'responseSuccessBody',
				properties: { key: 'ok', value: undefined, message: credentialTestText('notThisApi') },
			},
			{
				type: 'responseSuccessBody',
				properties: { key: 'ok', value: false, message: credentialTestText('notOk') },
			},
			...EXPLAINED_STATUSES.map((value) => ({
				type: 'responseCode' as const,
				properties: {
					value,
					message: credentialTestText(situationOfResponse(value, undefined, 'empty', true), value),
				},
			})),
			// n8n accepts both kinds of rules in one list; its type allows only lists of one kind.
		] as ICredentialTestRequest['rules'],
	};
}
