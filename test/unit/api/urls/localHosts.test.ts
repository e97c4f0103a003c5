import { isLocalHost } from '../../../../nodes/FormSubmissions/api/urls/localHosts';

const isLocal = (host: string) => isLocalHost(new URL(`http://${host}/`).hostname);

const LOCAL = `
	localhost LOCALHOST localhost. n8n forms.local forms.LOCAL. forms.internal app.localhost
	router.lan nas.home.arpa wiki.intranet 127.0.0.1 127.8.9.10 127.1 0x7f.0.0.1 0x7f000001
	0177.0.0.1 2130706433 0.0.0.0 0 10.0.0.1 10.255.255.255 012.0.0.1 172.16.0.1
	172.31.255.255 192.168.0.1 0xc0.0xa8.0.1 3232235521 169.254.169.254 100.64.0.1
	100.127.255.255 224.0.0.1 255.255.255.255 [::1] [::] [0:0:0:0:0:0:0:1] [fc00::1]
	[fdff:ffff::1] [fe80::1] [febf::1] [fec0::1] [ff02::1] [::ffff:127.0.0.1]
	[::ffff:192.168.1.1] [::ffff:a00:1] [::127.0.0.1] [64:ff9b::10.0.0.1] [64:ff9b::7f00:1]
	[2002:7f00:1::] [2002:c0a8:101::1] 8.8.8.8.local
`;

const PUBLIC = `
	example.com api.example.com. local.example.com localhost.example.com notlocal.com
	internal.example 8.8.8.8 9.255.255.255 11.0.0.0 172.15.255.255 172.32.0.0 192.167.0.1
	192.169.0.1 169.253.0.1 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1
	223.255.255.255 134744072 [2001:4860:4860::8888] [2a00:1450:4001::1] [fe00::1]
	[::ffff:8.8.8.8] [64:ff9b::8.8.8.8] [2002:808:808::1] [1::] [::1:0:0:1]
	10.0.0.1.example.com [2001:db8::7f00:1]
`;

const listed = (hosts: string) => hosts.trim().split(/\s+/);

describe('hosts on this machine or network', () => {
	it.each(listed(LOCAL))('include %s', (host) => {
		expect(isLocal(host)).toBe(true);
	});

	it.each(listed(PUBLIC))('do not include %s', (host) => {
		expect(isLocal(host)).toBe(false);
	});
});
