/* eslint-disable @n8n/community-nodes/no-hardcoded-secrets, @n8n/community-nodes/require-node-api-error -- not part of the published package */
import { preview } from '../host/waitFor';
import { asObject, isObject, textOf } from './json';

/** n8n responded with an error; `message` is what its editor would show. */
export class N8nError extends Error {
	constructor(
		readonly status: number,
		message: string,
		readonly body: unknown,
	) {
		super(message);
	}
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export type Session = Awaited<ReturnType<typeof openSession>>;

/** The owner of each n8n in the sandbox. */
export const OWNER = { email: 'owner@example.com', password: 'Form-Submissions-1' };

const API_SCOPES = ['workflow:read', 'workflow:list', 'execution:read', 'execution:list'];
const CALL_TIMEOUT_MS = 240_000;

/** Becomes the owner of an n8n instance: sets it up if that hasn't been done yet, or else signs in. */
export async function openSession(url: string) {
	const cookie = (await setUpOwner(url)) ?? (await signIn(url));
	const rest = async (method: Method, path: string, body?: unknown): Promise<unknown> => {
		const response = await call(`${url}/rest${path}`, method, { cookie }, body);
		return isObject(response.body) && 'data' in response.body ? response.body.data : response.body;
	};
	let apiKey: Promise<string> | undefined;
	return {
		/** The editor's own API; returns what is in `data`. */
		rest,
		/** What else the editor loads, such as the list of node types. */
		file: async (path: string): Promise<unknown> =>
			(await call(`${url}${path}`, 'GET', { cookie })).body,
		/** n8n's public API, which returns execution data as plain JSON. */
		async api(path: string): Promise<unknown> {
			apiKey ??= createApiKey(rest);
			const headers = { 'X-N8N-API-KEY': await apiKey };
			return (await call(`${url}/api/v1${path}`, 'GET', headers)).body;
		},
	};
}

async function setUpOwner(url: string): Promise<string | undefined> {
	const body = { ...OWNER, firstName: 'Demo', lastName: 'Owner' };
	try {
		return (await call(`${url}/rest/owner/setup`, 'POST', {}, body)).cookie;
	} catch (error) {
		// 400: there already is an owner.
		if (error instanceof N8nError && error.status === 400) return undefined;
		throw error;
	}
}

async function signIn(url: string): Promise<string> {
	const body = { emailOrLdapLoginId: OWNER.email, password: OWNER.password };
	return (await call(`${url}/rest/login`, 'POST', {}, body)).cookie;
}

async function createApiKey(rest: Session['rest']): Promise<string> {
	// The label must be new each time, because the key of an earlier run can't be read again.
	const label = `sandbox ${new Date().toISOString()}`;
	const key = await rest('POST', '/api-keys', { label, scopes: API_SCOPES, expiresAt: null });
	return textOf(asObject(key, 'the new API key'), 'rawApiKey');
}

async function call(
	url: string,
	method: Method,
	headers: Record<string, string>,
	body?: unknown,
): Promise<{ body: unknown; cookie: string }> {
	const response = await fetch(url, {
		method,
		// While n8n loads a node, it responds to nothing, and then closes connections kept open for long.
		headers: {
			...headers,
			...(body !== undefined && { 'content-type': 'application/json' }),
			connection: 'close',
		},
		body: body === undefined ? undefined : JSON.stringify(body),
		signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
	});
	const parsed = parse(await response.text());
	if (!response.ok) throw new N8nError(response.status, errorMessage(parsed, response), parsed);
	const cookies = response.headers.getSetCookie().map((cookie) => cookie.replace(/;.*$/s, ''));
	return { body: parsed, cookie: cookies.join('; ') };
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

function errorMessage(body: unknown, { status, url }: { status: number; url: string }): string {
	const message = isObject(body) ? body.message : undefined;
	return typeof message === 'string'
		? message
		: `n8n answered ${url} with ${status}: ${preview(body)}`;
}
