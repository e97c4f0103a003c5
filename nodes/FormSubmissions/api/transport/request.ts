import type { IHttpRequestOptions } from 'n8n-workflow';

import { CREDENTIAL_TYPE, type Connection } from '../connection';
import { findingOfThrown, type Finding } from '../../errors/classification';
import { asNodeError, type Situation, type Subject } from '../../errors/errors';
import { isRecord } from '../../general/records';
import type { Result } from '../../general/result';
import {
	enterBudget,
	exceeds,
	LOGGED_WAIT_MS,
	pause,
	throwIfStopped,
	timeLeftMs,
} from './admission';
import { readHeaders, retryAfterMs, type ResponseHeaders } from './headers';
import { readResponse } from './response';
import { MAX_WINDOW_MS, retryDelayMs } from './retry';

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

/** Retrying can't change these. */
const FINAL_SITUATIONS: Situation[] = ['blockedByN8n', 'certificate'];

/**
 * The only place that sends anything to the service. Waits for the key's rate limit, sends, retries
 * what may be retried (see `retry.ts`), and returns the parsed JSON of a 2xx response. Throws
 * anything else as an error that says what to do next.
 */
export async function request(connection: Connection, call: ApiCall): Promise<unknown> {
	const { context, baseUrl, budget } = connection;
	const { maxAttempts } = connection.occasion;
	const { method, subject, id, secrets } = call;
	const url = urlOf(connection, call);
	const failed = (finding: Finding, attempts: number) =>
		connection.fail({ id, ...finding, subject, attempts, baseUrl }, secrets);
	for (let attempt = 1; ; attempt++) {
		const entered = await enterBudget(connection);
		if (!entered.ok) throw failed(entered.problem, attempt - 1);
		const response = await send(connection, call, url, entered.value);
		if (response.ok) return response.value;

		const { problem } = response;
		const resetInMs = budget.resetInMs(Date.now());
		const made = { method, attempt, maxAttempts, resetInMs, random: Math.random() };
		const isFinal = FINAL_SITUATIONS.includes(problem.situation);
		const delayMs = isFinal ? undefined : retryDelayMs({ ...problem, ...made });
		const waitMs = delayMs ?? Math.min(problem.retryAfterMs ?? resetInMs ?? 0, MAX_WINDOW_MS);
		if (problem.status === 429) budget.refused(Date.now() + waitMs);
		if (delayMs === undefined || exceeds(connection, delayMs)) {
			throw failed({ ...problem, retryAfterMs: waitMs }, attempt);
		}
		if (delayMs >= LOGGED_WAIT_MS) {
			context.logger.info(
				`Form Submissions: trying again in ${Math.ceil(delayMs / 1000)} s (attempt ${attempt} ended with: ${problem.situation})`,
			);
		}
		await pause(context, delayMs);
	}
}

/**
 * The URL of a call, in which every segment is encoded. `.` and `..` can't be (URL parsers resolve
 * `%2e%2e`, too), and half a character has no encoding: these are rejected.
 */
function urlOf(connection: Connection, { path, subject }: ApiCall): string {
	const notAnId = path.find((segment) => /^\.{0,2}$|\p{Cs}/u.test(segment));
	if (notAnId !== undefined) {
		throw connection.fail({ situation: 'notAnId', subject, id: notAnId });
	}
	return `${connection.baseUrl}/v1/${path.map(encodeURIComponent).join('/')}`;
}

async function send(
	connection: Connection,
	call: ApiCall,
	url: string,
	sentAtMs: number,
): Promise<Result<unknown, Finding>> {
	const { context, budget } = connection;
	let headers: ResponseHeaders | undefined;
	try {
		const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL_TYPE,
			httpOptions(connection, call, url),
		);
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
		return { ok: false, problem: findingOfThrown(thrown) };
	} finally {
		budget.ended(headers, sentAtMs, Date.now());
	}
}

function httpOptions(connection: Connection, call: ApiCall, url: string): IHttpRequestOptions {
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
		encoding: 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// n8n would send the key to wherever a redirect points.
		disableFollowRedirect: true,
		// 0 would mean no limit.
		timeout: Math.max(1, Math.min(connection.occasion.timeoutMs, timeLeftMs(connection))),
	};
}
