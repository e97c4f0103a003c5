import type { ErrorText } from './problem';

const ENTER_ADDRESS =
	"Open the credential of this node and enter the service's address, e.g. https://api.example.com.";

export const NO_API_KEY: ErrorText = {
	message: 'The API key is empty.',
	description:
		"Open the credential of this node and enter a key. Keys are created in the service's dashboard under Settings > API keys.",
};

/** What can be wrong with the credential's base URL; the credential test says the same. */
export const BASE_URL_TEXTS = {
	empty: { message: 'The base URL is empty.', description: ENTER_ADDRESS },
	notAnAddress: { message: 'The base URL is not a web address.', description: ENTER_ADDRESS },
	userInfo: {
		message: 'The base URL contains a user name or a password.',
		description: `Remove it: the key belongs in 'API Key' only. ${ENTER_ADDRESS}`,
	},
	query: { message: 'The base URL has a "?" or "#" part.', description: ENTER_ADDRESS },
	unprotected: {
		message: 'The base URL starts with http://, so the API key would be sent unprotected.',
		description: 'Open the credential of this node and enter an address that starts with https://.',
	},
} satisfies Record<string, ErrorText>;
