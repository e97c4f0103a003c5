import type { IHttpRequestOptions } from 'n8n-workflow';

import { FormSubmissionsApi } from '../../../credentials/FormSubmissionsApi.credentials';

const credential = new FormSubmissionsApi();

type Rule = { type: string; properties: { key?: string; value?: unknown; message: string } };

const rules = (credential.test.rules ?? []) as Rule[];

const BASE_URL = 'https://api.example.com/forms';

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
			['webhookSecret', true, false],
		]);
	});

	const authenticated = async (entered: object, url = `${BASE_URL}/v1/submissions`) =>
		await credential.authenticate({ baseUrl: BASE_URL, apiKey: 'key_1', ...entered }, { url });

	it('adds nothing to a request but the key as a bearer token', async () => {
		const request = { url: `${BASE_URL}/v1/forms`, headers: { Accept: 'a' }, qs: { limit: 1 } };
		const entered = { baseUrl: BASE_URL, apiKey: 'key_1', webhookSecret: 'secret' };

		expect(await credential.authenticate(entered, request)).toEqual({
			...request,
			headers: { Accept: 'a', Authorization: 'Bearer key_1' },
		});
	});

	it.each([
		[' key_1\n', 'key_1'],
		['\u200bkey_1\u200e', 'key_1'],
		['bearer \u00a0key_1 ', 'key_1'],
		['Bearerkey', 'Bearerkey'],
		['key Bearer', 'key Bearer'],
	])('takes off only what came with the key when it was pasted: %j', async (apiKey, key) => {
		const { headers } = await authenticated({ apiKey });

		expect(headers).toEqual({ Authorization: `Bearer ${key}` });
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
		await expect(authenticated({}, url)).rejects.toThrow("only to the base URL's host");
	});

	it.each(['http://proxy.example:3128', { host: 'proxy.example', port: 3128 }])(
		'keeps the key from a proxy that a node names: %j',
		async (proxy) => {
			const request = { url: `${BASE_URL}/v1/forms`, proxy } as IHttpRequestOptions;

			await expect(
				credential.authenticate({ baseUrl: BASE_URL, apiKey: 'key_1' }, request),
			).rejects.toThrow(/Remove the option Proxy from the node/);
		},
	);

	it.each([
		['http://api.example.com', /would be sent unencrypted/],
		['', /base URL is empty/],
	])('keeps the key from every request with the base URL %j', async (baseUrl, text) => {
		await expect(authenticated({ baseUrl })).rejects.toThrow(text);
	});

	it('knows the requests of n8n’s HTTP Request node by what they call their address', async () => {
		const entered = { baseUrl: BASE_URL, apiKey: 'key_1' };
		const request = (uri: string): IHttpRequestOptions => ({ ...{ uri }, url: undefined as never });

		await expect(credential.authenticate(entered, request('https://evil.test'))).rejects.toThrow();
		expect(await credential.authenticate(entered, request(`${BASE_URL}/v1/x`))).toMatchObject({
			headers: { Authorization: 'Bearer key_1' },
		});
	});
});

describe('the connection test', () => {
	const request = credential.test.request as IHttpRequestOptions;

	it('requests the forms and follows no redirect, which would take the key along', () => {
		expect(request).toEqual({ url: '/v1/forms', disableFollowRedirect: true });
	});

	it.each([
		['https://api.example.com', 'https://api.example.com/v1/forms'],
		[' api.example.com/x/v1/ ', 'https://api.example.com/x/v1/forms'],
	])('with the base URL %j asks %s', async (baseUrl, url) => {
		const asked = await credential.authenticate({ baseUrl, apiKey: 'key_1' }, request);

		expect(asked).toMatchObject({ url, disableFollowRedirect: true });
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
