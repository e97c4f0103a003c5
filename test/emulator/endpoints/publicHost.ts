/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs beside n8n, never inside it */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

const LOCAL_SUFFIXES = ['.local', '.localhost', '.internal', '.home.arpa', '.lan', '.intranet'];

const privateAddresses = new BlockList();

for (const [network, prefix] of [
	['0.0.0.0', 8],
	['10.0.0.0', 8],
	['100.64.0.0', 10],
	['127.0.0.0', 8],
	['169.254.0.0', 16],
	['172.16.0.0', 12],
	['192.168.0.0', 16],
	['224.0.0.0', 3],
] as const) {
	privateAddresses.addSubnet(network, prefix, 'ipv4');
}

for (const [network, prefix] of [
	['::', 127],
	['64:ff9b::', 96],
	['fc00::', 7],
	['fe80::', 10],
	['fec0::', 10],
	['ff00::', 8],
] as const) {
	privateAddresses.addSubnet(network, prefix, 'ipv6');
}

/**
 * Checks a host as spelled by `new URL(…).hostname`: IPv4 as four decimal parts, IPv6 in brackets.
 * `BlockList` recognizes an IPv4 address inside a mapped IPv6 one. Names are not resolved.
 */
export function isPublicHost(hostname: string): boolean {
	const host = hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '');
	if (isIPv4(host)) return !privateAddresses.check(host, 'ipv4');
	if (isIPv6(host)) return !privateAddresses.check(host, 'ipv6');
	return host.includes('.') && !LOCAL_SUFFIXES.some((suffix) => host.endsWith(suffix));
}
