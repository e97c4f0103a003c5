import { placed, READERS, sentence, type Audience, type ErrorText } from './audience';
import { textOf, type Situation } from './situations';

/** What can be wrong with the entries of the credential. */
export type CredentialProblem =
	| 'noBaseUrl'
	| 'notUrl'
	| 'userInfo'
	| 'query'
	| 'unprotected'
	| 'noApiKey';

const ADDRESS = "enter the address of the service's API, e.g. https://api.example.com.";

/** What is wrong, and what to enter; the latter follows `openCredential`. */
const TEXTS: Record<CredentialProblem, { message: string; advice: string }> = {
	noBaseUrl: { message: 'The base URL is empty.', advice: ADDRESS },
	notUrl: { message: 'The base URL is not a valid URL.', advice: ADDRESS },
	userInfo: {
		message: 'The base URL contains a username or password.',
		advice: "enter it without them: the key belongs in 'API Key' only.",
	},
	query: { message: 'The base URL has a "?" or "#" part.', advice: ADDRESS },
	unprotected: {
		message: 'The base URL starts with http://, so the API key would be sent unprotected.',
		advice: 'enter an address that starts with https://.',
	},
	noApiKey: {
		message: 'The API key is empty.',
		advice: "enter a key. Keys are created in the service's dashboard under Settings > API keys.",
	},
};

/** The text for a credential that can't be used; the credential test says the same. */
export function credentialText(problem: CredentialProblem, audience: Audience): ErrorText {
	const { message, advice } = TEXTS[problem];
	return { message, description: sentence(`${READERS[audience].openCredential}${advice}`) };
}

/** What the credential test says in a situation, in a single string, as n8n shows it. */
export function credentialTestText(situation: Situation, status?: number): string {
	const text = textOf({ situation, subject: 'forms', status }, 'credential');
	return placed(text, 'credential').message;
}
