import {
	DOMAIN_RESTRICTION_FIELDS,
	injectDomainRestrictionFields,
	sleep,
	type IHttpRequestOptions,
} from 'n8n-workflow';

import { FormSubmissionsApi } from '../../../credentials/FormSubmissionsApi.credentials';
import type { EmulatorRequest } from '../../emulator';
import { executeContext } from '../../support/n8n';
import { holdTime, runClock, startFakeClock, stopFakeClock } from '../../support/fakeClock';
import { answerAt } from '../../support/network';

const credential = new FormSubmissionsApi();

type Rule = { type: string; properties: { key?: string; value?: unknown; message: string } };

const rules = (credential.test.rules ?? []) as Rule[];

const BASE_URL = 'https://api.example.com/forms';

/** What has arrived at the credential's host, and at another one. */
let arrived: EmulatorRequest[];

beforeEach(() => answer(200));

afterEach(stopFakeClock);

/** From now on, both hosts answer everything so. */
function answer(status: number, headers: Record<string, string> = {}): void {
	arrived = [];
	const handle = (request: EmulatorRequest) => {
		arrived.push(request);
		return { kind: 'response', status, headers, body: '{}' } as const;
	};
	for (const host of ['https://api.example.com', 'https://evil.test']) answerAt(host, { handle });
}

/** A node of which n8n sends requests with this credential. */
function nodeWith(entered: object) {
	const stored = { baseUrl: BASE_URL, apiKey: 'key_1', ...entered };
	return executeContext({ kind: 'formSubmissions', parameters: {}, credential: stored });
}

async function send(request: IHttpRequestOptions, entered: object = {}): Promise<void> {
	const node = nodeWith(entered);
	await node.helpers.httpRequestWithAuthentication.call(node, credential.name, request);
}

const keys = () => arrived.map(({ headers }) => headers.authorization);

describe('the credential', () => {
	it('has these fields and masks secrets', () => {
		const fields = credential.properties.map(({ name, typeOptions, required }) => [
			name,
			typeOptions?.password === true,
			required === true,
		]);

		expect(fields).toEqual([
			['baseUrl', false, true],
			['apiKey', true, true],
			['allowedHttpRequestDomains', false, false],
			['allowedDomains', false, false],
		]);
	});

	it('has n8n’s own fields for allowed domains, once, but for the default: no domain', () => {
		const [allowed, ...rest] = DOMAIN_RESTRICTION_FIELDS;
		const own = credential.properties.filter(({ name }) => name.startsWith('allowed'));

		expect(own).toEqual([{ ...allowed, default: 'none' }, ...rest]);
		expect(injectDomainRestrictionFields(credential)).toEqual(credential.properties);
	});

	it('adds nothing to a request but the key as a bearer token', async () => {
		const request = { url: `${BASE_URL}/v1/forms`, headers: { Accept: 'a' }, qs: { limit: 1 } };

		await nodeWith({}).helpers.httpRequest({ ...request });
		await send(request);

		const [bare, sent] = arrived;
		expect(sent).toMatchObject({ method: 'GET', url: '/forms/v1/forms?limit=1' });
		expect(sent).toEqual({
			...bare,
			headers: { ...bare?.headers, accept: 'a', authorization: 'Bearer key_1' },
		});
	});

	it.each([
		[' key_1\n', 'key_1'],
		['\u200bkey_1\u200e', 'key_1'],
		['bearer \u00a0key_1 ', 'key_1'],
		['Bearerkey', 'Bearerkey'],
		['key Bearer', 'key Bearer'],
	])('takes off only what came with the key when it was pasted: %j', async (apiKey, key) => {
		await send({ url: `${BASE_URL}/v1/submissions` }, { apiKey });

		expect(keys()).toEqual([`Bearer ${key}`]);
	});

	it.each([
		'https://api.example.com.evil.test/v1/forms',
		'https://evil.test/https://api.example.com/forms',
		'http://api.example.com/forms/v1/forms',
		'https://api.example.com:8443/v1/forms',
		'//evil.test/v1/forms',
		'/v1/submissions',
		'',
	])('keeps the key from a request to %j', async (url) => {
		await expect(send({ url })).rejects.toThrow("only to the base URL's host");
		expect(arrived).toEqual([]);
	});

	it.each(['http://proxy.example:3128', { host: 'proxy.example', port: 3128 }])(
		'keeps the key from a proxy that a node names: %j',
		async (proxy) => {
			const request = { url: `${BASE_URL}/v1/forms`, proxy } as IHttpRequestOptions;

			await expect(send(request)).rejects.toThrow(/Remove the option Proxy from the node/);
			expect(arrived).toEqual([]);
		},
	);

	it.each([
		['http://api.example.com', /would be sent unencrypted/],
		['', /base URL is empty/],
	])('keeps the key from every request with the base URL %j', async (baseUrl, text) => {
		const request = { url: `${BASE_URL}/v1/submissions` };

		await expect(send(request, { baseUrl })).rejects.toThrow(text);
		expect(arrived).toEqual([]);
	});

	it('knows the requests of n8n’s HTTP Request node by what they call their address', async () => {
		const node = nodeWith({});
		const request = async (uri: string) =>
			await node.helpers.requestWithAuthentication.call(node, credential.name, { uri });

		await expect(request('https://evil.test')).rejects.toThrow("only to the base URL's host");
		expect(arrived).toEqual([]);
		await request(`${BASE_URL}/v1/x`);
		expect(keys()).toEqual(['Bearer key_1']);
	});
});

describe('the connection test', () => {
	const request = credential.test.request as IHttpRequestOptions;

	beforeEach(() => startFakeClock());

	it('requests the forms and follows no redirect, which would take the key along', async () => {
		answer(302, { location: 'https://evil.test' });

		await expect(holdTime(async () => await send({ ...request }))).rejects.toMatchObject({
			httpCode: '302',
		});

		expect(arrived.map(({ url }) => url)).toEqual(['/forms/v1/forms']);
	});

	it.each([
		['https://api.example.com', 'https://api.example.com/v1/forms'],
		[' api.example.com/x/v1/ ', 'https://api.example.com/x/v1/forms'],
	])('with the base URL %j asks %s', async (baseUrl, asked) => {
		await holdTime(async () => await send({ ...request }, { baseUrl }));

		expect(arrived.map(({ url, headers }) => `https://${headers.host}${url}`)).toEqual([asked]);
	});

	it.each([
		['a web page, whose "ok" is missing', undefined, /Check the base URL/],
		['ok: false', false, /Try again later/],
		['ok: null', null, /Try again later/],
		['ok: "false"', 'false', /Try again later/],
	])('does not treat %s as success', (_name, ok, message) => {
		const found = rules.filter(
			({ type, properties }) =>
				type === 'responseSuccessBody' && properties.key === 'ok' && properties.value === ok,
		);

		expect(found).toHaveLength(1);
		expect(found[0]?.properties).toHaveProperty('value');
		expect(found[0]?.properties.message).toMatch(message);
	});

	it('ends after ten seconds without a response, and after ten in all, if one drips', async () => {
		// As n8n asks: its own limit is five minutes.
		const asked = { ...request, timeout: 300_000 } as IHttpRequestOptions;
		const stored = { baseUrl: BASE_URL, apiKey: 'key_1' };

		const { timeout, abortSignal } = await credential.authenticate(stored, asked);

		expect(timeout).toBe(10_000);
		await runClock(sleep(9_999));
		expect(abortSignal?.aborted).toBe(false);
		await runClock(sleep(2));
		expect(abortSignal?.aborted).toBe(true);
	});

	it('limits the time of no other request', async () => {
		const asked: IHttpRequestOptions = { url: `${BASE_URL}/v1/forms`, timeout: 300_000 };
		const stored = { baseUrl: BASE_URL, apiKey: 'key_1' };

		const sent = await credential.authenticate(stored, asked);

		expect(sent).toMatchObject({ timeout: 300_000 });
		expect(sent.abortSignal).toBeUndefined();
	});

	it.each([
		...[400, 401, 402, 403, 404, 405, 409, 410, 422, 429],
		...[500, 501, 505, 506, 507, 508, 509, 510, 511, 525, 526, 530],
	])('explains what %i means', (status) => {
		const found = rules.filter(
			({ type, properties }) => type === 'responseCode' && properties.value === status,
		);

		expect(found).toHaveLength(1);
		expect(found[0]?.properties.message).toMatch(/^[A-Z].*\.$/s);
	});
});
