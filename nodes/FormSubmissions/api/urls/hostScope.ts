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

/** Suffixes of names that resolve only within a local network. */
export const LOCAL_SUFFIXES = [
	'.local',
	'.internal',
	'.localhost',
	'.lan',
	'.home.arpa',
	'.intranet',
];

/**
 * Whether a host of a parsed URL (`new URL(…).hostname`) can be reached only from its own machine
 * or network: a local address, a single-label name, or a local suffix. The URL parser has already
 * converted every spelling of an IPv4 address (octal, hexadecimal, one number) to four decimal
 * parts, and put IPv6 addresses in brackets.
 */
export function isLocalHost(hostname: string): boolean {
	const host = hostname.toLowerCase().replace(/\.$/, '');
	if (host.startsWith('[')) return isLocalIpv6(host.slice(1, -1));
	if (/^\d+(\.\d+){3}$/.test(host)) return isLocalIpv4(host);
	return !host.includes('.') || LOCAL_SUFFIXES.some((suffix) => host.endsWith(suffix));
}

function isLocalIpv4(address: string): boolean {
	return new RegExp(`^${LOCAL_IPV4}$`).test(address);
}

function isLocalIpv6(address: string): boolean {
	const embedded = embeddedIpv4(ipv6Groups(address));
	if (embedded !== undefined) return isLocalIpv4(embedded);
	return new RegExp(`^${LOCAL_IPV6}$`).test(address);
}

/** The eight 16-bit groups of an IPv6 address as the URL parser spells it. */
function ipv6Groups(address: string): number[] {
	const [head = '', tail] = address.split('::');
	const parse = (part: string) =>
		part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
	const before = parse(head);
	if (tail === undefined) return before;
	const after = parse(tail);
	const zeros = Math.max(0, 8 - before.length - after.length);
	return [...before, ...new Array<number>(zeros).fill(0), ...after];
}

/** The IPv4 address inside a mapped (::ffff:0:0/96), compatible (::/96), NAT64 or 6to4 address. */
function embeddedIpv4(groups: number[]): string | undefined {
	const [first, second, third, , , sixth, seventh, last] = groups;
	const address = (high = 0, low = 0) => [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
	const startsWithZeros = groups.slice(0, 5).every((group) => group === 0);
	const isMapped = startsWithZeros && sixth === 0xffff;
	const isCompatible = startsWithZeros && sixth === 0 && seventh !== 0;
	const isNat64 = first === 0x64 && second === 0xff9b;
	if (isMapped || isCompatible || isNat64) return address(seventh, last);
	return first === 0x2002 ? address(second, third) : undefined;
}
