/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import type { ExecuteContext, HookContext, LoadOptionsContext, PollContext } from 'n8n-core';
import { NodeApiError, type IHttpRequestOptions, type JsonObject } from 'n8n-workflow';

import type { Answer, Emulator } from '../../emulator';

/** What a request fails with that never got a whole answer. */
export type Lost = 'ECONNRESET' | 'ETIMEDOUT';

export type EdgeOptions = {
	/** The key that n8n adds to each request. */
	apiKey: string;
	/** Milliseconds of the fake clock from a request to its answer. Default: none. */
	latencyMs?: () => number;
	/** A body cut short reaches a node as its first half, or as a broken connection. Default half. */
	cutAs?: 'half' | 'reset';
	/** Called with what the node asks n8n to send. */
	onRequest?: (options: IHttpRequestOptions) => void;
};

type Context = ExecuteContext | HookContext | LoadOptionsContext | PollContext;

/**
 * Puts the emulator behind n8n's request helper, so that no network is involved and everything that
 * waits obeys the fake clock. Gives the context it was given.
 */
export function connectEdge<C extends Context>(
	context: C,
	emulator: Emulator,
	options: EdgeOptions,
): C {
	const { apiKey, latencyMs, cutAs = 'half', onRequest } = options;
	context.helpers.httpRequestWithAuthentication = async (_credential, sent) => {
		onRequest?.(sent);
		const half = (latencyMs?.() ?? 0) / 2;
		if (half > 0) await elapse(half);
		const answer = emulator.handle(toRequest(sent, apiKey));
		if (half > 0) await elapse(half);
		if (answer.kind === 'hang') await elapse(sent.timeout ?? 300_000);
		const lost = lostBy(answer, cutAs);
		if (lost !== undefined) throw brokenRequest(context, sent, apiKey, lost);
		return asHelperResult(answer);
	};
	return context;
}

/**
 * The error that n8n makes of a request without a whole answer: its own class around that of its
 * HTTP library, which carries the request's headers and with them the key.
 */
export function brokenRequest(
	context: Context,
	sent: IHttpRequestOptions,
	apiKey: string,
	code: string,
): NodeApiError {
	const headers = { ...sent.headers, Authorization: `Bearer ${apiKey}` };
	const config = { url: sent.url, headers, data: sent.body };
	const cause = Object.assign(new Error(`connection: ${code}`), { code, config });
	return new NodeApiError(context.getNode(), cause as unknown as JsonObject);
}

function toRequest({ method = 'GET', url, qs, body, headers }: IHttpRequestOptions, key: string) {
	const { pathname, search } = new URL(url);
	const query = new URLSearchParams(qs as Record<string, string> | undefined).toString();
	const lowerCased = Object.entries(headers ?? {}).map(([name, value]) => [
		name.toLowerCase(),
		String(value),
	]);
	return {
		method,
		url: `${pathname}${query === '' ? search : `?${query}`}`,
		headers: { ...Object.fromEntries(lowerCased), authorization: `Bearer ${key}` },
		body: body === undefined ? '' : JSON.stringify(body),
	};
}

function lostBy(answer: Answer, cutAs: 'half' | 'reset'): Lost | undefined {
	if (answer.kind === 'hang') return 'ETIMEDOUT';
	if (answer.kind === 'reset' || (answer.kind === 'cut' && cutAs === 'reset')) return 'ECONNRESET';
	return undefined;
}

function asHelperResult(answer: Answer) {
	if (answer.kind === 'reset' || answer.kind === 'hang') return undefined;
	const { kind, status, headers, body } = answer;
	return {
		statusCode: status,
		headers,
		body: kind === 'cut' ? body.slice(0, body.length / 2) : body,
	};
}

async function elapse(milliseconds: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
