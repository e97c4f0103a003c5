import type { IHttpRequestOptions } from 'n8n-workflow';

import { CREDENTIAL_TYPE, type Connection } from '../connection';
import {
	asNodeError,
	problemOfStatus,
	problemOfThrown,
	type Problem,
	type Situation,
	type Subject,
} from '../../errors/errors';
import { readHeaders, retryAfterMs, type ResponseHeaders } from './headers';
import { pause, throwIfStopped } from './pause';
import { retryDelayMs } from './retry';
import { isRecord } from '../types';

export type ApiCall = {
	method: 'GET' | 'POST';
	/** Below the base URL; every id in it is already encoded. */
	path: string;
	subject: Subject;
	query?: Record<string, string>;
	body?: Record<string, unknown>;
	/** The id that was asked for, as an error names it. */
	detail?: string;
	/** Values of the body that no error may repeat. */
	secrets?: string[];
};

type Outcome =
	| { body: unknown }
	| { problem: Problem; status: number | undefined; retryAfterMs?: number };

/** Waits from this length on are told in n8n's log (milliseconds). */
const LOGGED_WAIT_MS = 5_000;

/** Sending the same again does not change these. */
const FINAL_SITUATIONS: Situation[] = ['blockedByN8n', 'certificate'];

/**
 * The only place that sends anything to the service. Waits while the key's rate limit is used up,
 * sends, repeats what may be repeated (see `retry.ts`) and gives the parsed JSON of a 2xx answer.
 * Anything else is thrown as an error with a next step.
 */
export async function request(connection: Connection, call: ApiCall): Promise<unknown> {
	const { context, patience, budget } = connection;
	for (let attempt = 1; ; attempt++) {
		const sentAtMs = await enterBudget(connection, call);
		const outcome = await send(connection, call, sentAtMs);
		if ('body' in outcome) return outcome.body;

		const now = Date.now();
		const delayMs = FINAL_SITUATIONS.includes(outcome.problem.situation)
			? undefined
			: retryDelayMs({
					method: call.method,
					status: outcome.status,
					attempt,
					maxAttempts: patience.maxAttempts,
					retryAfterMs: outcome.retryAfterMs,
					resetInMs: budget.resetInMs(now),
					random: Math.random(),
				});
		if (outcome.status === 429) budget.refused(now + (delayMs ?? 0));
		if (delayMs === undefined || exceeds(connection, delayMs)) {
			throw connection.fail(outcome.problem, call.secrets);
		}
		if (delayMs >= LOGGED_WAIT_MS) {
			context.logger.info(
				`Form Submissions: trying again in ${Math.ceil(delayMs / 1000)} s (attempt ${attempt} ended with: ${outcome.problem.situation})`,
			);
		}
		await pause(context, delayMs);
	}
}

function exceeds({ patience }: Connection, waitMs: number): boolean {
	const isPastDeadline =
		patience.deadlineMs !== undefined && Date.now() + waitMs > patience.deadlineMs;
	return waitMs > patience.longestWaitMs || isPastDeadline;
}

/**
 * Waits until the key's rate limit has room and takes a place in it. Gives the time (Unix
 * milliseconds). The place is taken in the same breath: with a pause between looking and taking,
 * two executions would take the last one.
 */
async function enterBudget(connection: Connection, call: ApiCall): Promise<number> {
	const { context, budget, patience, caller } = connection;
	const startedMs = Date.now();
	for (;;) {
		throwIfStopped(context);
		const nowMs = Date.now();
		const admission = budget.admit(nowMs, caller);
		if (admission.waitMs === 0) {
			budget.sent(nowMs, caller);
			return nowMs;
		}
		const { waitMs, endsWithAnswer } = { endsWithAnswer: false, ...admission };
		const isTooLong = !endsWithAnswer && exceeds(connection, waitMs);
		if (isTooLong || Date.now() - startedMs > patience.longestWaitMs) {
			throw connection.fail({ situation: 'rateLimited', subject: call.subject });
		}
		if (waitMs >= LOGGED_WAIT_MS && !endsWithAnswer) {
			context.logger.info(
				`Form Submissions: the rate limit of the API key is used up, going on in ${Math.ceil(waitMs / 1000)} s`,
			);
		}
		await pause(context, waitMs, endsWithAnswer ? budget.nextAnswer() : undefined);
	}
}

async function send(connection: Connection, call: ApiCall, sentAtMs: number): Promise<Outcome> {
	const { context, budget } = connection;
	let headers: ResponseHeaders | undefined;
	try {
		const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL_TYPE,
			httpOptions(connection, call),
		);
		headers = isRecord(response) ? readHeaders(response.headers) : {};
		return readAnswer(call, response, headers);
	} catch (thrown) {
		throwIfStopped(context);
		if (isOwnRefusal(thrown)) throw asNodeError(context.getNode(), thrown);
		return { problem: problemOfThrown(call.subject, thrown), status: undefined };
	} finally {
		budget.answered(headers, sentAtMs, Date.now());
	}
}

/** n8n itself says that the credential is missing or unreadable: it knows best what to do. */
function isOwnRefusal(thrown: unknown): boolean {
	return isRecord(thrown) && thrown.name === 'NodeOperationError';
}

function httpOptions({ baseUrl, patience }: Connection, call: ApiCall): IHttpRequestOptions {
	return {
		method: call.method,
		url: `${baseUrl}${call.path}`,
		qs: call.query,
		body: call.body,
		headers: {
			Accept: 'application/json',
			...(call.body ? { 'Content-Type': 'application/json' } : {}),
		},
		// As text, so that a body that is no JSON is seen as such and not passed on.
		encoding: 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// n8n would send the key along to wherever a redirect points.
		disableFollowRedirect: true,
		timeout: patience.timeoutMs,
	};
}

function readAnswer(call: ApiCall, response: unknown, headers: ResponseHeaders): Outcome {
	const status = isRecord(response) ? Number(response.statusCode) : NaN;
	const body = parseJson(isRecord(response) ? response.body : undefined);
	if (status >= 200 && status < 300) {
		if ('json' in body) return { body: body.json };
		if (call.subject === 'destination') return { body: undefined };
		const isJsonType = /json/i.test(headers['content-type'] ?? '');
		return isJsonType && !body.looksLikeHtml
			? { problem: { situation: 'bodyCutShort', subject: call.subject }, status: undefined }
			: { problem: { situation: 'notThisApi', subject: call.subject, status }, status };
	}
	const json = 'json' in body ? body.json : undefined;
	return {
		problem: problemOfStatus(call.subject, status, headers, json, call.detail),
		status,
		retryAfterMs: retryAfterMs(headers, Date.now()),
	};
}

function parseJson(body: unknown): { json: unknown } | { looksLikeHtml: boolean } {
	if (typeof body !== 'string') return { json: body };
	try {
		const json: unknown = JSON.parse(body);
		return { json };
	} catch {
		return { looksLikeHtml: body.trimStart().startsWith('<') };
	}
}
