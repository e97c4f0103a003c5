import type { IHttpRequestOptions } from 'n8n-workflow';

import { CREDENTIAL_TYPE, type Connection } from '../connection';
import { asNodeError, classifyThrown, type Finding, type Subject } from '../../errors';
import { isRecord } from '../../general/records';
import type { Result } from '../../general/result';
import { pause, throwIfStopped, timeLeftMs } from './admission';
import { readHeaders, retryAfterMs, type ResponseHeaders } from './headers';
import { readResponse } from './response';

export type ApiCall = {
	method: 'GET' | 'POST';
	/** The segments of the path after `/v1/`; IDs may be anything that a user entered. */
	path: string[];
	subject: Subject;
	query?: Record<string, string>;
	body?: Record<string, unknown>;
	/** The requested ID, for error messages. */
	id?: string;
	/** Values in the body that no error may contain. */
	secrets?: string[];
};

/**
 * Sends one request, which the budget has allowed, and reads its response: the parsed JSON, or what
 * went wrong. Throws only what no other attempt can change.
 */
export async function send(
	connection: Connection,
	call: ApiCall,
	url: string,
	sentAtMs: number,
): Promise<Result<unknown, Finding>> {
	const { context, budget } = connection;
	let headers: ResponseHeaders | undefined;
	try {
		const arrived = await arriveInTime(connection, httpOptions(connection, call, url));
		if (!arrived) return { ok: false, problem: { situation: 'noResponseInTime' } };
		const { response } = arrived;
		headers = isRecord(response) ? readHeaders(response.headers) : {};
		// The specification shows no response to a POST: any 2xx is success, with or without JSON.
		const read = readResponse(response, headers, call.method === 'GET');
		if (read.ok) return read;
		const saidMs = retryAfterMs(headers, Date.now());
		return { ok: false, problem: { retryAfterMs: saidMs, ...read.problem } };
	} catch (thrown) {
		throwIfStopped(context);
		// n8n's own error that the credential is missing or unreadable says best what to do.
		if (isRecord(thrown) && thrown.name === 'NodeOperationError') {
			throw asNodeError(context.getNode(), thrown);
		}
		return { ok: false, problem: classifyThrown(thrown) };
	} finally {
		budget.noteEnded(headers, sentAtMs, Date.now());
	}
}

/** The longest that a request's timer goes on after the request has ended (milliseconds). */
const TICK_MS = 1_000;

/**
 * What n8n's request helper returns, or undefined if that takes longer than the time limit: then the
 * connection is closed, as it is if the execution is stopped. The limit of n8n's HTTP client is not
 * enough: once a response has begun, only silence counts, so a body that drips would never end.
 */
async function arriveInTime(
	connection: Connection,
	options: IHttpRequestOptions & { timeout: number },
): Promise<{ response: unknown } | undefined> {
	const giveUp = new AbortController();
	const response = callHelper(connection, options, giveUp.signal);
	let hasEnded = false;
	const end = () => {
		hasEnded = true;
	};
	// Whatever comes after the limit ends up here, too, and is ignored.
	const ended = response.then(end, end);
	try {
		for (let leftMs = options.timeout; leftMs > 0 && !hasEnded; leftMs -= TICK_MS) {
			await pause(connection.context, Math.min(leftMs, TICK_MS), ended);
		}
		return hasEnded ? { response: await response } : undefined;
	} finally {
		if (!hasEnded) giveUp.abort();
	}
}

async function callHelper(
	{ context, credential }: Connection,
	options: IHttpRequestOptions,
	signal: AbortSignal,
): Promise<unknown> {
	const abortable: IHttpRequestOptions = {
		...options,
		get abortSignal() {
			return signal;
		},
		// In an execution, n8n puts the execution's own signal here; `pause` obeys that one.
		set abortSignal(_signal) {},
	};
	// Given the credential that was read at first, n8n reads no other, even if a person changes it
	// meanwhile: the key never goes to any host but its own, and errors redact the one in use.
	return await context.helpers.httpRequestWithAuthentication.call(
		context,
		CREDENTIAL_TYPE,
		abortable,
		{ credentialsDecrypted: credential },
	);
}

function httpOptions(connection: Connection, call: ApiCall, url: string) {
	return {
		method: call.method,
		url,
		qs: call.query,
		body: call.body,
		headers: {
			Accept: 'application/json',
			...(call.body ? { 'Content-Type': 'application/json' } : {}),
		},
		// As text, so that a body that isn't JSON is recognized and not passed on.
		encoding: 'text' as const,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// n8n would send the key to wherever a redirect points.
		disableFollowRedirect: true,
		// 0 would mean no limit.
		timeout: Math.max(1, Math.min(connection.occasion.timeoutMs, timeLeftMs(connection))),
	};
}
