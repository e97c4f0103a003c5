import type { ErrorText } from './text';

/** What can be wrong with the entries of the credential. */
export type CredentialProblem =
	| 'noBaseUrl'
	| 'notUrl'
	| 'userInfo'
	| 'query'
	| 'unprotected'
	| 'noApiKey';

const ADDRESS =
	"In the credential, enter the part before /v1/forms in the service's API documentation, e.g. https://api.example.com.";

export const CREDENTIAL_TEXTS: Record<CredentialProblem, ErrorText> = {
	noBaseUrl: { message: 'The base URL is empty.', advice: ADDRESS },
	notUrl: { message: 'The base URL is not a valid URL.', advice: ADDRESS },
	userInfo: {
		message: 'The base URL contains a username or password.',
		advice: "In the credential, enter it without them. The key belongs in 'API Key' only.",
	},
	query: { message: 'The base URL contains a "?" or "#".', advice: ADDRESS },
	unprotected: {
		message: 'The base URL starts with http://, so the API key would be sent unencrypted.',
		advice: 'In the credential, enter an address that starts with https://.',
	},
	noApiKey: {
		message: 'The API key is empty.',
		advice:
			"In the credential, enter a key. Keys are created in the service's dashboard under Settings > API keys.",
	},
};
