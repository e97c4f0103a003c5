/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import type { ExecuteContext, TriggerContext } from 'n8n-core';
import { NodeApiError, type IHttpRequestOptions, type JsonObject } from 'n8n-workflow';

import { BASE_URL } from './baseUrl';
import { ask, type Answering, type Arrival } from './bridge';

export type EdgeOptions = {
	/** The key that n8n adds to each request. */
	apiKey: string;
	/** Milliseconds from a request to its response. Default: none. */
	latencyMs?: () => number;
	/** Lets time pass. Default: a timer, which obeys the fake clock if there is one. */
	elapse?: (ms: number) => Promise<void>;
	/** Called with each request that the node has n8n send. */
	onRequest?: (options: IHttpRequestOptions) => void;
	/** Called with each response before the node receives it. */
	onArrival?: (arrival: Arrival) => void;
};

type Context = ExecuteContext | TriggerContext;

/**
 * Replaces n8n's request helper with the emulator: for simulations of many requests, whose every wait
 * obeys the clock. Returns the same context.
 */
export function connectEdge<C extends Context>(
	context: C,
	service: Answering,
	options: EdgeOptions,
): C {
	const { apiKey, latencyMs, elapse = timer, onRequest, onArrival } = options;
	const pass = async (ms: number) => (ms > 0 ? await elapse(ms) : undefined);
	context.helpers.httpRequestWithAuthentication = async (_credential, sent) => {
		if (!sent.url.startsWith(`${BASE_URL}/`)) throw new Error(`Sent elsewhere: ${sent.url}`);
		onRequest?.(sent);
		const half = (latencyMs?.() ?? 0) / 2;
		await pass(half);
		const arrival = ask(service, toRequest(sent, apiKey));
		await pass(arrival.lost === 'ETIMEDOUT' ? (sent.timeout ?? 300_000) : half);
		onArrival?.(arrival);
		if (arrival.lost !== undefined) throw brokenRequest(context, sent, apiKey, arrival.lost);
		return { statusCode: arrival.status, headers: arrival.headers, body: arrival.body };
	};
	return context;
}

/**
 * n8n's error for a request without a complete response. It wraps the HTTP library's error, which
 * contains the request's headers, and so the key.
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

/** The request as it arrives at the service. */
export function toRequest(
	{ method = 'GET', url, qs, body, headers }: IHttpRequestOptions,
	key: string,
) {
	const { pathname, search } = new URL(url);
	const query = new URLSearchParams(qs as Record<string, string> | undefined).toString();
	return {
		method,
		url: `${pathname}${query === '' ? search : `?${query}`}`,
		headers: { ...(headers as Record<string, string>), authorization: `Bearer ${key}` },
		body: body === undefined ? '' : JSON.stringify(body),
	};
}

async function timer(ms: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, ms));
}
