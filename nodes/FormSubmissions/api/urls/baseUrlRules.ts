/** The patterns that a base URL is checked against, as regular expression sources (flag `i`). */
export const BASE_URL_PATTERNS = {
	scheme: '^[a-z][a-z\\d+.-]*://',
	userInfo: '^https?://[^/?#\\\\]*@',
	/** A host or an IPv6 address in brackets, then an optional port, then the path. */
	address: '^https?://(?:\\[[^\\]]*\\]|[^/?#\\\\:@[\\]]+)(?::\\d+)?(?:[/?#]|$)',
	blank: '\\s',
	query: '[?#]',
	finalSlashes: '/+$',
	finalVersion: '/v1$',
} as const;
