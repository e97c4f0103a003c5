import type {
	IAuthenticateGeneric,
	Icon,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';

import { TESTED_BASE_URL } from '../nodes/FormSubmissions/api/urls/testedBaseUrl';

const NOT_THIS_API =
	'This address answers, but not as the API of the service does. Check the base URL: enter it as the service shows it, without /v1 at the end.';

const REDIRECTS =
	'This address sends requests on to another one, which was not followed so that the API key stays safe. Enter the address it leads to as the base URL, if you trust it.';

const DOWN = 'The service could not answer. Nothing is wrong with the key: try again later.';

/** What n8n shows for a status; its own words would be no more than the name of the status. */
const REFUSALS: Record<number, string> = {
	301: REDIRECTS,
	302: REDIRECTS,
	303: REDIRECTS,
	307: REDIRECTS,
	308: REDIRECTS,
	401: 'The service did not accept the API key. Enter a key that is still valid; keys are made in the dashboard of the service under Settings, API keys.',
	402: 'The plan of this workspace does not include the API. It is part of the Pro and Agency plans.',
	403: 'The API key may not read forms, or the plan of the workspace does not include the API. Make a key with the permission forms:read in the dashboard of the service.',
	404: NOT_THIS_API,
	429: 'The API key has used up its requests for this minute. Try again in a minute.',
	500: DOWN,
	502: DOWN,
	503: DOWN,
	504: DOWN,
};

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
				"The service's address. It has to start with https://, unless the service runs on your own network.",
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: "Created in the service's dashboard under Settings, API keys",
		},
		{
			displayName: 'Webhook Secret',
			name: 'webhookSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				"Only needed if 'Registration' of a trigger is set to Manual. Make up a long random text, and enter it both here and as the destination's secret in the service's dashboard.",
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
	};

	// n8n would send the key to wherever the base URL or a redirect leads, plain http included, and
	// would take any web page that answers with status 200 for a working connection: hence the
	// expression, `disableFollowRedirect` and the rules on `ok`.
	test: ICredentialTestRequest = {
		request: {
			baseURL: TESTED_BASE_URL,
			url: '/v1/forms',
			disableFollowRedirect: true,
		},
		rules: [
			{
				type: 'responseSuccessBody',
				properties: { key: 'ok', value: undefined, message: NOT_THIS_API },
			},
			{
				type: 'responseSuccessBody',
				properties: {
					key: 'ok',
					value: false,
					message: 'The service answered that it could not list the forms. Try again later.',
				},
			},
			...Object.entries(REFUSALS).map(([status, message]) => ({
				type: 'responseCode' as const,
				properties: { value: Number(status), message },
			})),
			// n8n takes both kinds side by side; its type knows only lists of one kind.
		] as ICredentialTestRequest['rules'],
	};
}
