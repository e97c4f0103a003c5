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
