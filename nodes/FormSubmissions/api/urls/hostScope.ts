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
 * or network: loopback, private, link-local, unique-local, shared, unspecified, a single-label
 * name, or a local suffix. The URL parser has already converted every spelling of an IPv4 address
 * (octal, hexadecimal, one number) to four decimal parts, and put IPv6 addresses in brackets.
 */
export function isLocalHost(hostname: string): boolean {
	const host = hostname.toLowerCase().replace(/\.$/, '');
	if (host.startsWith('[')) return isLocalIpv6(host.slice(1, -1));
	if (/^\d+(\.\d+){3}$/.test(host)) return isLocalIpv4(host.split('.').map(Number));
	return !host.includes('.') || LOCAL_SUFFIXES.some((suffix) => host.endsWith(suffix));
}

function isLocalIpv4([a = 0, b = 0]: number[]): boolean {
	return (
		a === 0 ||
		a === 10 ||
		a === 127 ||
		(a === 100 && b >= 64 && b <= 127) ||
		(a === 169 && b === 254) ||
		(a === 172 && b >= 16 && b <= 31) ||
		(a === 192 && b === 168) ||
		a >= 224
	);
}

function isLocalIpv6(address: string): boolean {
	const groups = ipv6Groups(address);
	const [first = 0] = groups;
	const mapped = embeddedIpv4(groups);
	if (mapped) return isLocalIpv4(mapped);
	const isLoopbackOrUnspecified =
		groups.slice(0, 7).every((group) => group === 0) && (groups[7] ?? 0) <= 1;
	return (
		isLoopbackOrUnspecified ||
		(first & 0xfe00) === 0xfc00 ||
		(first & 0xffc0) === 0xfe80 ||
		(first & 0xffc0) === 0xfec0 ||
		(first & 0xff00) === 0xff00
	);
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
function embeddedIpv4(groups: number[]): number[] | undefined {
	const bytes = (high = 0, low = 0) => [high >> 8, high & 0xff, low >> 8, low & 0xff];
	const startsWithZeros = groups.slice(0, 5).every((group) => group === 0);
	if (startsWithZeros && groups[5] === 0xffff) return bytes(groups[6], groups[7]);
	if (startsWithZeros && groups[5] === 0 && (groups[6] ?? 0) !== 0) {
		return bytes(groups[6], groups[7]);
	}
	if (groups[0] === 0x64 && groups[1] === 0xff9b) return bytes(groups[6], groups[7]);
	if (groups[0] === 0x2002) return bytes(groups[1], groups[2]);
	return undefined;
}
