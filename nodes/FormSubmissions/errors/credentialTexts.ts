import type { ErrorText } from './problem';

const ENTER_ADDRESS =
	'Open the credential of this node and enter the address of the service, e.g. https://api.example.com.';

export const NO_API_KEY: ErrorText = {
	message: 'The API key is empty.',
	description:
		"Open the credential of this node and enter a key. Keys are created in the service's dashboard under Settings, API keys.",
};

/** What can be wrong with the base URL of the credential. `host` is the one that was entered. */
export const BASE_URL_TEXTS = {
	empty: () => ({ message: 'The base URL is empty.', description: ENTER_ADDRESS }),
	noAddress: () => ({ message: 'The base URL is not a web address.', description: ENTER_ADDRESS }),
	userOrPassword: () => ({
		message: 'The base URL contains a user name or a password.',
		description: `Take it out: only the field 'API Key' holds the key. ${ENTER_ADDRESS}`,
	}),
	query: () => ({
		message: 'The base URL has a "?" or "#" part, which it must not have.',
		description: ENTER_ADDRESS,
	}),
	unprotected: (host: string) => ({
		message: 'The base URL starts with http://, so the API key would travel unprotected.',
		description: `Open the credential of this node and enter the address with https://, e.g. https://${host}.`,
	}),
} satisfies Record<string, (host: string) => ErrorText>;
