/** The ends of names that resolve only within a local network. */
const LOCAL_NAME = /\.(?:local|internal|localhost|lan|home\.arpa|intranet)$/;

/** Loopback, unspecified, unique-local, link-local, site-local, and multicast addresses. */
const LOCAL_IPV6 = /^(?:::1?|f(?:[cdf][\da-f]{2}|e[89a-f][\da-f]):[\da-f:]*)$/;

/**
 * The first half of the IPv4 address in a mapped (::ffff:0:0/96), compatible (::/96), or NAT64 address,
 * at whose end it is, or in a 6to4 address, near whose beginning it is. It tells whether the address
 * is local.
 */
const EMBEDDED_IPV4 = /^(?:(?:::ffff:|::|64:ff9b::)(?=[^:]+:[^:]+$)|2002:)(?<half>[\da-f]+):/;

/**
 * Whether a host of a parsed URL (`new URL(…).hostname`) can be reached only from its own machine
 * or network: a local address, a single-label name, or a local suffix. The URL parser has already
 * converted every spelling of an IPv4 address (octal, hexadecimal, one number) to four decimal
 * parts, and put IPv6 addresses, in their shortest form, in brackets.
 */
export function isLocalHost(hostname: string): boolean {
	const host = hostname.toLowerCase().replace(/\.$/, '');
	if (host.startsWith('[')) return isLocalIpv6(host.slice(1, -1));
	const [, first, second] = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(host) ?? [];
	if (first !== undefined) return isLocalIpv4(Number(first), Number(second));
	return !host.includes('.') || LOCAL_NAME.test(host);
}

/** Whether addresses that begin with these two bytes are local, shared, or multicast. */
function isLocalIpv4(first: number, second: number): boolean {
	if ([0, 10, 127].includes(first) || first >= 224) return true;
	if (first === 100) return second >= 64 && second < 128;
	if (first === 172) return second >= 16 && second < 32;
	return (first === 169 && second === 254) || (first === 192 && second === 168);
}

function isLocalIpv6(address: string): boolean {
	const half = EMBEDDED_IPV4.exec(address)?.groups?.half;
	if (half === undefined) return LOCAL_IPV6.test(address);
	const bytes = Number.parseInt(half, 16);
	return isLocalIpv4(bytes >> 8, bytes & 0xff);
}
