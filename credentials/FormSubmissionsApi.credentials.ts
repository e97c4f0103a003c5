import type {
	IAuthenticateGeneric,
	Icon,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';

/** Where the service is and the key that opens one workspace of it (specification, section 5). */
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
			description:
				'Address of the service, without /v1 at the end. It has to start with https://, unless the service runs on your own network.',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'Created in the dashboard of the service under Settings, API keys',
		},
		{
			displayName: 'Webhook Secret',
			name: 'webhookSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Only for a trigger whose registration is set to Manual: the secret that you entered for the destination in the dashboard of the service',
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
	};

	// n8n would follow a redirect together with the key, and would take any web page that answers
	// with status 200 for a working connection: hence `disableFollowRedirect` and the rule on `ok`.
	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl.trim().replace(/\\/+$/, "") }}',
			url: '/v1/forms',
			disableFollowRedirect: true,
		},
		rules: [
			{
				type: 'responseSuccessBody',
				properties: {
					key: 'ok',
					value: undefined,
					message:
						'This address answers, but not as the API of the service does. Check the base URL: enter it as the service shows it, without /v1 at the end.',
				},
			},
		],
	};
}
