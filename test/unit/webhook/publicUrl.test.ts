import { publicUrlProblem } from '../../../nodes/FormSubmissions/webhook/publicUrl';

const SERVICE = 'https://api.forms.test';

const problem = (host: string, service = SERVICE) =>
	publicUrlProblem(`https://${host}/webhook/c0ffee/webhook`, service);

describe('the address that deliveries go to', () => {
	it.each([
		['a loopback address', '127.0.0.1'],
		['a loopback address with a port', '127.0.0.1:5678'],
		['another loopback address', '127.255.255.254'],
		['a loopback address in hexadecimal', '0x7f000001'],
		['a loopback address in octal', '0177.0.0.1'],
		['a loopback address as one number', '2130706433'],
		['a loopback address in short', '127.1'],
		['an unspecified address', '0.0.0.0'],
		['a private address (10/8)', '10.1.2.3'],
		['a private address (172.16/12), the first', '172.16.0.1'],
		['a private address (172.16/12), the last', '172.31.255.255'],
		['a private address (192.168/16)', '192.168.1.20'],
		['a shared address', '100.64.0.1'],
		['a link-local address', '169.254.169.254'],
		['a multicast address', '224.0.0.1'],
		['loopback in IPv6', '[::1]'],
		['an IPv6 loopback address in full', '[0:0:0:0:0:0:0:1]:5678'],
		['unspecified in IPv6', '[::]'],
		['a unique local address', '[fd12:3456::1]'],
		['a link-local address in IPv6', '[fe80::1]'],
		['a mapped loopback address', '[::ffff:127.0.0.1]'],
		['a mapped private address in hexadecimal', '[::ffff:c0a8:0101]'],
		['localhost', 'localhost:5678'],
		['localhost with a final dot', 'localhost.'],
		['localhost in upper case', 'LOCALHOST'],
		['a name below localhost', 'n8n.localhost'],
		['a single-label name', 'n8n'],
		['an mDNS name', 'n8n.local'],
		['an internal name', 'n8n.corp.internal'],
	])('is a problem if it is %s', (_what, host) => {
		expect(problem(host)).toMatch(/can't reach this n8n/);
	});

	it.each([
		['a public name', 'n8n.example.org'],
		['a public name with a port', 'n8n.example.org:8443'],
		['a name that only begins like a local one', 'localhost.example.org'],
		['a name that only ends like a local one', 'mylocal.example.org'],
		['a public address', '203.0.113.7'],
		['an address just before a private range', '172.15.255.255'],
		['an address just after a private range', '172.32.0.1'],
		['a public address in IPv6', '[2001:db8::1]'],
		['a mapped public address', '[::ffff:203.0.113.7]'],
	])('is not a problem if it is %s', (_what, host) => {
		expect(problem(host)).toBeUndefined();
	});

	it('is a problem if it is not a URL at all', () => {
		expect(publicUrlProblem('/webhook/c0ffee', SERVICE)).toMatch(/at \/webhook\/c0ffee,/);
	});

	it.each([
		'http://localhost:4010',
		'https://forms.internal',
		'http://192.168.1.5',
		'http://[::1]',
	])('is not checked if the service itself is local: %s', (service) => {
		expect(problem('localhost:5678', service)).toBeUndefined();
	});
});

describe('the message about it', () => {
	const sentence = problem('localhost:5678') ?? '';

	it('names the address without its path', () => {
		expect(sentence).toContain('https://localhost:5678,');
		expect(sentence).not.toContain('c0ffee');
	});

	it.each(['WEBHOOK_URL', 'N8N_WEBHOOK_URL', 'restart n8n', 'Form Submissions Polling Trigger'])(
		'says: %s',
		(words) => {
			expect(sentence).toContain(words);
		},
	);
});
