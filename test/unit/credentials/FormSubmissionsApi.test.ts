import fc from 'fast-check';
import { Workflow, type IHttpRequestOptions } from 'n8n-workflow';

import { FormSubmissionsApi } from '../../../credentials/FormSubmissionsApi.credentials';
import { checkBaseUrl } from '../../../nodes/FormSubmissions/api/urls/baseUrl';
import { FormSubmissions } from '../../../nodes/FormSubmissions/FormSubmissions.node';
import { randomCases } from '../../support/search';

const credential = new FormSubmissionsApi();

type Rule = { type: string; properties: { key?: string; value?: unknown; message: string } };

const rules = (credential.test.rules ?? []) as Rule[];

const nodeType = new FormSubmissions();
const workflow = new Workflow({
	nodes: [
		{ name: 'Node', id: '1', type: 'test.node', typeVersion: 1, position: [0, 0], parameters: {} },
	],
	connections: {},
	active: false,
	nodeTypes: {
		getByName: () => nodeType,
		getByNameAndVersion: () => nodeType,
		getKnownTypes: () => ({}),
	},
});

/** What an expression in the test's description evaluates to in n8n. */
function evaluate(expression: unknown, $credentials: Record<string, unknown>): unknown {
	const value = expression as string;
	return workflow.expression.getParameterValue(value, null, 0, 0, 'Node', [], 'internal', {
		$credentials,
	});
}

describe('the credential', () => {
	it('is the one that the nodes require', () => {
		expect(new FormSubmissions().description.credentials).toEqual([
			{ name: credential.name, required: true },
		]);
	});

	it('has these fields and masks secrets', () => {
		const fields = credential.properties.map(({ name, typeOptions, required }) => [
			name,
			typeOptions?.password === true,
			required === true,
		]);

		expect(fields).toEqual([
			['baseUrl', false, true],
			['apiKey', true, true],
			['webhookSecret', true, false],
		]);
	});

	it('never tells a person who is in it to open it', () => {
		expect(JSON.stringify([credential.properties, credential.test])).not.toMatch(
			/open the credential|of this node/i,
		);
	});

	it('never speaks of a workflow: the person may have none yet', () => {
		expect(JSON.stringify([credential.properties, credential.test])).not.toMatch(/workflow/i);
	});

	it('sends the key as a bearer token without the spaces around it, and nothing else', async () => {
		const entered = { apiKey: ' key_1\n', webhookSecret: 'secret' };
		const request = { url: 'https://api.example.com/v1/forms', headers: { Accept: 'a' }, qs: {} };

		expect(await credential.authenticate(entered, request)).toEqual({
			...request,
			headers: { Accept: 'a', Authorization: 'Bearer key_1' },
		});
	});
});

describe('the connection test', () => {
	const request = credential.test.request as IHttpRequestOptions;

	it('requests the forms and follows no redirect, which would take the key along', () => {
		expect(request).toMatchObject({ url: '/v1/forms', disableFollowRedirect: true });
		expect(request.method ?? 'GET').toBe('GET');
	});

	/** Where the test sends the key; n8n treats an expression that throws as no address at all. */
	const tested = (baseUrl: unknown) => {
		const asked = evaluate(request.baseURL, { baseUrl });
		return typeof asked === 'string' ? asked : undefined;
	};
	const used = (baseUrl: unknown) => {
		const verdict = checkBaseUrl(baseUrl);
		return verdict.ok ? verdict.value : undefined;
	};

	it.each([
		['https://api.example.com', 'https://api.example.com'],
		['https://api.example.com/', 'https://api.example.com'],
		[' https://api.example.com/x// ', 'https://api.example.com/x'],
		['api.example.com', 'https://api.example.com'],
		['api.example.com/v1/', 'https://api.example.com'],
		['https://api.example.com/v1', 'https://api.example.com'],
		['https://api.example.com/forms//V1//', 'https://api.example.com/forms'],
		['https://api.example.com/v1/forms', 'https://api.example.com'],
		['api.example.com/x/V1//Forms/', 'https://api.example.com/x'],
		['https://api.example.com/forms', 'https://api.example.com/forms'],
		['https://api.example.com/v1/forms/v1/forms', 'https://api.example.com/v1/forms'],
		['https://api.example.com/v1/forms1', 'https://api.example.com/v1/forms1'],
		['https://api.example.com/v10', 'https://api.example.com/v10'],
		['localhost:3000', 'https://localhost:3000'],
		['http://localhost:3000/v1', 'http://localhost:3000'],
	])('with the base URL %p calls %p, as the node does', (baseUrl, asked) => {
		expect(tested(baseUrl)).toBe(asked);
		expect(used(baseUrl)).toBe(asked);
	});

	it.each([
		'',
		'  ',
		undefined,
		null,
		'my forms',
		'https:',
		'https:///api.example.com',
		'ftp://localhost',
		'javascript:alert(1)',
		'https://user@api.example.com',
		'http://localhost@api.example.com',
		'https://api.example.com?x=1',
		'https://api.example.com/#x',
		'http://api.example.com',
		'HTTP://API.EXAMPLE.COM/v1',
		'http://8.8.8.8',
	])('with the base URL %p calls nothing, since the node rejects it too', (baseUrl) => {
		expect(tested(baseUrl)).toBeUndefined();
		expect(used(baseUrl)).toBeUndefined();
	});

	describe('over plain http', () => {
		const octet = fc.oneof(
			fc.constantFrom(0, 10, 63, 64, 100, 127, 128, 168, 169, 172, 192, 223, 224, 254, 255),
			fc.nat(255),
		);
		const ipv4 = fc
			.oneof(
				fc.tuple(octet, octet, octet, octet),
				fc.tuple(
					fc.constantFrom(8, 169, 192),
					fc.constantFrom(8, 167, 168, 169, 253, 254),
					octet,
					octet,
				),
				fc.tuple(fc.constant(172), fc.integer({ min: 14, max: 33 }), octet, octet),
				fc.tuple(fc.constant(100), fc.integer({ min: 62, max: 129 }), octet, octet),
			)
			.map((octets) => octets.join('.'));
		const group = fc.oneof(
			fc.constantFrom('fc00', 'fdff', 'fe00', 'fe7f', 'fe80', 'febf', 'fec0', 'ff02', 'fb00'),
			// None that begins an address with an IPv4 address inside, which the test doesn't cover.
			fc.nat(0x1fff).map((number) => number.toString(16)),
		);
		const ipv6 = fc
			.oneof(
				fc.constantFrom('[::]', '[::1]', '[::2]', '[1::]'),
				fc.tuple(group, group).map(([first, last]) => `[${first}::${last}]`),
				fc.array(group, { minLength: 8, maxLength: 8 }).map((groups) => `[${groups.join(':')}]`),
			)
			.map((address) => new URL(`http://${address}`).hostname);
		const label = fc.oneof(
			fc.constantFrom('localhost', 'n8n', 'forms', 'a-b', 'a_b', 'x1', '1x', 'com', 'example'),
			fc.constantFrom('local', 'internal', 'lan', 'home', 'arpa', 'intranet'),
		);
		const name = fc
			.tuple(fc.array(label, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '.'))
			.map(([labels, dot]) => labels.join('.') + dot);
		const port = fc.constantFrom('', ':80', ':3000');
		const path = fc.constantFrom('', '/', '/v1', '/v1/forms', '/forms/api');

		it('the test calls the same hosts on this network as the node, and no others', () => {
			fc.assert(
				fc.property(fc.oneof(ipv4, ipv6, name), port, path, (host, at, below) => {
					const entered = `http://${host}${at}${below}`;
					const asked = tested(entered);

					expect([entered, asked !== undefined]).toEqual([entered, used(entered) !== undefined]);
					expect(parse(asked)?.href).toBe(parse(used(entered))?.href);
				}),
				randomCases(2_000),
			);
		});

		it('the test calls no host that the node rejects, however it is written', () => {
			const odd = fc.constantFrom(
				...['134744072', '0x08080808', '8.2056', '010.8.8.8', '0x8.8.8.8', '8.8.8.8.', '127.1'],
				...[
					'evil。com',
					'ｅｖｉｌ．ｃｏｍ',
					'８.８.８.８',
					'evil%2ecom',
					'%65vil.com',
					'evil．com',
				],
				...['[::ffff:8.8.8.8]', '[::ffff:127.0.0.1]', '[2002:808:808::1]', '[fe00::1]'],
			);
			const piece = fc.oneof(
				odd,
				name,
				ipv4,
				fc.constantFrom('@', '\\', '/', '//', ':', '?', '#', '.', '%2f', '%40', ' ', '\t', '\n'),
			);
			const scheme = fc.constantFrom(
				'http://',
				'HTTP://',
				'http:',
				'http:/',
				'http:\\\\',
				'h\nttp://',
				'',
			);
			fc.assert(
				fc.property(scheme, fc.array(piece, { maxLength: 6 }), (start, pieces) => {
					const entered = start + pieces.join('');
					const asked = tested(entered);
					if (asked === undefined) return;

					const url = parse(`${asked}/v1/forms`);
					if (url?.protocol === 'http:') expect(parse(used(entered))?.host).toBe(url.host);
					else expect([undefined, 'https:']).toContain(url?.protocol);
				}),
				randomCases(4_000),
			);
		});

		/** Undefined if no request can be made at all. */
		const parse = (url: string | undefined) => {
			try {
				return new URL(url ?? '');
			} catch {
				return undefined;
			}
		};
	});

	it.each([
		['a web page, whose "ok" is missing', undefined, /Check the base URL/],
		['ok: false', false, /Try again later/],
	])('does not treat %s as success', (_name, ok, message) => {
		const found = rules.filter(
			({ type, properties }) =>
				type === 'responseSuccessBody' && properties.key === 'ok' && properties.value === ok,
		);

		expect(found).toHaveLength(1);
		expect(found[0]?.properties).toHaveProperty('value');
		expect(found[0]?.properties.message).toMatch(message);
	});

	it.each([400, 401, 402, 403, 404, 405, 429, 501, 525, 526, 530])(
		'explains what %i means',
		(status) => {
			const found = rules.filter(
				({ type, properties }) => type === 'responseCode' && properties.value === status,
			);

			expect(found).toHaveLength(1);
			expect(found[0]?.properties.message).toMatch(/^[A-Z].*\.$/s);
		},
	);
});
