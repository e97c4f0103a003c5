import { Workflow, type IHttpRequestOptions } from 'n8n-workflow';

import { FormSubmissionsApi } from '../../../credentials/FormSubmissionsApi.credentials';
import { FormSubmissions } from '../../../nodes/FormSubmissions/FormSubmissions.node';

const credential = new FormSubmissionsApi();

type Rule = { type: string; properties: { key?: string; value?: unknown; message: string } };

const rules = (credential.test.rules ?? []) as Rule[];

/** What n8n makes of an expression in the description of the test. */
function evaluate(expression: unknown, $credentials: Record<string, string>): unknown {
	const node = { name: 'Node', id: '1', type: 'test.node', typeVersion: 1 };
	const nodeType = new FormSubmissions();
	const workflow = new Workflow({
		nodes: [{ ...node, position: [0, 0], parameters: {} }],
		connections: {},
		active: false,
		nodeTypes: {
			getByName: () => nodeType,
			getByNameAndVersion: () => nodeType,
			getKnownTypes: () => ({}),
		},
	});
	const value = expression as string;
	return workflow.expression.getParameterValue(value, null, 0, 0, 'Node', [], 'internal', {
		$credentials,
	});
}

describe('the credential', () => {
	it('is the one that the nodes ask for', () => {
		expect(new FormSubmissions().description.credentials).toEqual([
			{ name: credential.name, required: true },
		]);
	});

	it('has these fields, and hides what is secret', () => {
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

	it('sends the key as a bearer token and the webhook secret not at all', () => {
		expect(credential.authenticate).toEqual({
			type: 'generic',
			properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
		});
	});
});

describe('the connection test', () => {
	const request = credential.test.request as IHttpRequestOptions;

	it('asks for the forms and follows no redirect, which would take the key along', () => {
		expect(request).toMatchObject({ url: '/v1/forms', disableFollowRedirect: true });
		expect(request.method ?? 'GET').toBe('GET');
	});

	it.each([
		['https://api.example.com', 'https://api.example.com'],
		['https://api.example.com/', 'https://api.example.com'],
		[' https://api.example.com/x// ', 'https://api.example.com/x'],
	])('of the base URL %p goes to %p', (baseUrl, asked) => {
		expect(evaluate(request.baseURL, { baseUrl })).toBe(asked);
	});

	it.each([
		['a web page, whose "ok" is missing', undefined, /Check the base URL/],
		['ok: false', false, /Try again later/],
	])('does not take %s for success', (_name, ok, message) => {
		const found = rules.filter(
			({ type, properties }) =>
				type === 'responseSuccessBody' && properties.key === 'ok' && properties.value === ok,
		);

		expect(found).toHaveLength(1);
		expect(found[0]?.properties).toHaveProperty('value');
		expect(found[0]?.properties.message).toMatch(message);
	});

	it.each([401, 402, 403, 404, 429])('says in words what %i means', (status) => {
		const found = rules.filter(
			({ type, properties }) => type === 'responseCode' && properties.value === status,
		);

		expect(found).toHaveLength(1);
		expect(found[0]?.properties.message).toMatch(/^[A-Z].*\.$/s);
	});
});
