/*
 * Addresses that are loopback, private, link-local, unique-local, shared, multicast, or unspecified,
 * as regular expression sources, because the connection test needs them as well.
 */

/** A decimal number from 0 to 255. */
const BYTE = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';

export const LOCAL_IPV4 = `(?:${[
	`(?:0|10|127|22[4-9]|23\\d|24\\d|25[0-5])\\.${BYTE}`,
	'100\\.(?:6[4-9]|[7-9]\\d|1[01]\\d|12[0-7])',
	'169\\.254',
	'172\\.(?:1[6-9]|2\\d|3[01])',
	'192\\.168',
].join('|')})\\.${BYTE}\\.${BYTE}`;

export const LOCAL_IPV6 = '(?:::1?|f(?:[cdf][\\da-f]{2}|e[89a-f][\\da-f]):[\\da-f:]*)';

/** The ends of names that resolve only within a local network. */
export const LOCAL_SUFFIX = '\\.(?:local|internal|localhost|lan|home\\.arpa|intranet)';

/**
 * Whether a host of a parsed URL (`new URL(…).hostname`) can be reached only from its own machine
 * or network: a local address, a single-label name, or a local suffix. The URL parser has already
 * converted every spelling of an IPv4 address (octal, hexadecimal, one number) to four decimal
 * parts, and put IPv6 addresses, in their shortest form, in brackets.
 */
export function isLocalHost(hostname: string): boolean {
	const host = hostname.toLowerCase().replace(/\.$/, '');
	if (host.startsWith('[')) return isLocalIpv6(host.slice(1, -1));
	if (/^\d+(\.\d+){3}$/.test(host)) return isLocalIpv4(host);
	return !host.includes('.') || new RegExp(`${LOCAL_SUFFIX}$`).test(host);
}

function isLocalIpv4(address: string): boolean {
	return new RegExp(`^${LOCAL_IPV4}$`).test(address);
}

/**
 * The first half of the IPv4 address in a mapped (::ffff:0:0/96), compatible (::/96), or NAT64 address,
 * at whose end it is, or in a 6to4 address, near whose beginning it is. It tells whether the address
 * is local.
 */
const EMBEDDED_IPV4 = /^(?:(?:::ffff:|::|64:ff9b::)(?=[^:]+:[^:]+$)|2002:)(?<half>[\da-f]+):/;

function isLocalIpv6(address: string): boolean {
	const half = EMBEDDED_IPV4.exec(address)?.groups?.half;
	if (half === undefined) return new RegExp(`^${LOCAL_IPV6}$`).test(address);
	const bytes = Number.parseInt(half, 16);
	return isLocalIpv4(`${bytes >> 8}.${bytes & 0xff}.0.0`);
}
