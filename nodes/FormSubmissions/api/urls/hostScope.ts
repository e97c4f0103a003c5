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
 * The IPv4 address in a mapped (::ffff:0:0/96), compatible (::/96), or NAT64 address, at whose end it
 * is, or in a 6to4 address, near whose beginning it is.
 */
const EMBEDDED_IPV4 =
	/^(?:(?:::ffff:|::|64:ff9b::)(?=[^:]+:[^:]+$)|2002:)(?<high>[\da-f]+):(?<low>[\da-f]*)/;

function isLocalIpv6(address: string): boolean {
	const { high = '', low = '' } = EMBEDDED_IPV4.exec(address)?.groups ?? {};
	if (high === '') return new RegExp(`^${LOCAL_IPV6}$`).test(address);
	const groups = [high, low].map((group) => Number.parseInt(`0${group}`, 16));
	return isLocalIpv4(groups.flatMap((group) => [group >> 8, group & 0xff]).join('.'));
}
