import type { EndpointOptions } from './endpoints/endpoint';
import { answerFault, type Faults } from './faults';
import { assertScope, type ApiKey, type Keys } from './keys';
import type { RateLimit } from './rateLimit';
import { splitUrl } from './requestLog';
import { findRoute } from './router';
import { ServiceError, toServiceError } from './serviceError';
import type { Store } from './store/store';
import type { Answer, EmulatorRequest, ResponseAnswer } from './types';

type ProtocolParts = {
	store: Store;
	keys: Keys;
	rateLimit: RateLimit;
	faults: Faults;
	now: () => number;
};

const JSON_TYPE = 'application/json; charset=utf-8';

const refusal = ({ code, message }: ServiceError) =>
	JSON.stringify({ ok: false, error: { code, message } });

/** One request in, one response out; uses no timers, and only the injected clock. */
export function createProtocol(
	options: EndpointOptions,
	parts: ProtocolParts,
): (request: EmulatorRequest) => Answer {
	const { store, keys, rateLimit, faults } = parts;

	function answer(request: EmulatorRequest, key: ApiKey | undefined): ResponseAnswer {
		const outcome = attempt(request, key);
		const isError = outcome instanceof ServiceError;
		const { body, fault } = isError
			? { body: refusal(outcome), fault: undefined }
			: { body: outcome.body, fault: outcome.fault };
		return {
			kind: 'response',
			status: outcome.status,
			headers: { ...headersFor(key), ...(isError ? outcome.headers : {}) },
			body,
			...(fault ? { fault } : {}),
		};
	}

	function attempt(request: EmulatorRequest, key: ApiKey | undefined) {
		try {
			return perform(request, key);
		} catch (error) {
			return toServiceError(error);
		}
	}

	function perform(request: EmulatorRequest, key: ApiKey | undefined) {
		const { path, search } = splitUrl(request.url);
		const { endpoint, pathParameters } = findRoute(request.method, path);
		if (key === undefined) {
			const message = 'The API key is missing or unknown';
			throw new ServiceError('unauthorized', message);
		}
		if (endpoint.isRead) rateLimit.count(key);
		assertScope(key, endpoint.scope);
		const { headers, body } = request;
		const call = { key, pathParameters, search, headers, body, store, options };
		return endpoint.answer({ ...call, nowMs: parts.now() });
	}

	function headersFor(key: ApiKey | undefined): Record<string, string> {
		return { 'content-type': JSON_TYPE, ...rateLimit.headers(key) };
	}

	return (request) => {
		const key = keys.find(request.headers);
		const fault = faults.take(request);
		return fault === undefined
			? answer(request, key)
			: answerFault(fault, headersFor(key), () => answer(request, key));
	};
}
