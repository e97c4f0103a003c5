/**
 * What can be wrong with the base URL of the credential, and what to enter instead. The node and the
 * connection test of the credential both say it.
 */
export const BASE_URL_PROBLEMS = {
	empty:
		"The base URL is empty. Open the credential and enter the service's address, e.g. https://api.example.com",
	notAnAddress:
		"The base URL is not a web address. Open the credential and enter the service's address, e.g. https://api.example.com",
	userInfo:
		'The base URL contains a user name or a password. Open the credential and remove it, e.g. https://api.example.com: the key belongs in API Key only.',
	query:
		'The base URL has a "?" or "#" part. Open the credential and remove that part, e.g. https://api.example.com',
	unprotected:
		'The base URL starts with http://, so the API key would be sent unprotected. Open the credential and enter an address that starts with https://',
} as const;

/** What the text of a base URL is checked for, as sources of regular expressions (flag `i`). */
export const BASE_URL_PATTERNS = {
	scheme: '^[a-z][a-z\\d+.-]*://',
	userInfo: '^https?://[^/?#\\\\]*@',
	/** A host, or an IPv6 address in brackets, then at most a port, then the path. */
	address: '^https?://(?:\\[[^\\]]*\\]|[^/?#\\\\:@[\\]]+)(?::\\d+)?(?:[/?#]|$)',
	blank: '\\s',
	query: '[?#]',
	finalSlashes: '/+$',
	finalVersion: '/v1$',
} as const;
