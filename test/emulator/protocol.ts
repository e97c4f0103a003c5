import { createDestination } from './endpoints/destinations';
import type { EndpointOptions } from './endpoints/endpoint';
import { listForms } from './endpoints/forms';
import { getSubmission, listSubmissions } from './endpoints/submissions';
import { answerFault, type Faults } from './faults';
import { assertScope, DEFAULT_WORKSPACE, type ApiKey, type Keys } from './keys';
import type { RateLimit } from './rateLimit';
import { ServiceError, toServiceError } from './serviceError';
import { createStore, type Store } from './store';
import type { Answer, EmulatorRequest, ResponseAnswer } from './types';

type ProtocolParts = {
	store: Store;
	keys: Keys;
	rateLimit: RateLimit;
	faults: Faults;
	now: () => number;
};

const ENDPOINTS = [listForms, listSubmissions, getSubmission, createDestination];

/** One request in, one response out; uses no timers, and only the injected clock. */
export function createProtocol(
	options: EndpointOptions,
	parts: ProtocolParts,
): (request: EmulatorRequest) => Answer {
	const { store, keys, rateLimit, faults, now } = parts;

	function answer(request: EmulatorRequest, key: ApiKey | undefined): ResponseAnswer {
		try {
			const { status, body, fault } = perform(request, key);
			const headers = headersFor(key);
			return { kind: 'response', status, headers, body, ...(fault ? { fault } : {}) };
		} catch (error) {
			const { status, message, headers: own } = toServiceError(error);
			const headers = { ...headersFor(key), ...own };
			const body = JSON.stringify({ ok: false, error: { message } });
			return { kind: 'response', status, headers, body };
		}
	}

	function perform({ method, url, headers, body }: EmulatorRequest, key: ApiKey | undefined) {
		const { path, search } = splitUrl(url);
		const endpoint = ENDPOINTS.find((one) => one.method === method && one.path.test(path));
		if (!endpoint) throw new ServiceError(404, `There is nothing at ${method} ${path}`);
		if (!key) throw new ServiceError(401, 'The API key is missing or unknown');
		if (endpoint.isRead) rateLimit.count(key);
		assertScope(key, endpoint.scope);
		const id = decodeURIComponent(endpoint.path.exec(path)?.[1] ?? '');
		// Everything that a test adds is in one workspace.
		const seen = key.workspace === DEFAULT_WORKSPACE ? store : createStore();
		return endpoint.answer({ id, search, headers, body, store: seen, options, nowMs: now() });
	}

	function headersFor(key: ApiKey | undefined): Record<string, string> {
		return { 'content-type': 'application/json; charset=utf-8', ...rateLimit.headers(key) };
	}

	return (request) => {
		const key = keys.find(request.headers);
		const fault = faults.take(request);
		return fault === undefined
			? answer(request, key)
			: answerFault(fault, headersFor(key), () => answer(request, key));
	};
}

export function splitUrl(url: string): { path: string; search: string } {
	const [path = '', ...search] = url.split('?');
	return { path, search: search.join('?') };
}
