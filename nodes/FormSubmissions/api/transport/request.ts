import type { IHttpRequestOptions, NodeApiError } from 'n8n-workflow';

import { CREDENTIAL_TYPE, type Connection } from '../connection';
import { findingOfThrown, type Finding } from '../../errors/classification';
import { asNodeError, type Situation, type Subject } from '../../errors/errors';
import { enterBudget, exceeds, LOGGED_WAIT_MS } from './admission';
import { readAnswer, type Answer } from './answer';
import { readHeaders, retryAfterMs, type ResponseHeaders } from './headers';
import { pause, throwIfStopped } from './pause';
import { LONGEST_WAIT_MS, retryDelayMs } from './retry';
import { isRecord } from '../../general/records';

export type ApiCall = {
	method: 'GET' | 'POST';
	/** Relative to the base URL; every ID in it is already encoded. */
	path: string;
	subject: Subject;
	query?: Record<string, string>;
	body?: Record<string, unknown>;
	/** The requested ID, for error messages. */
	detail?: string;
	/** Values in the body that no error may contain. */
	secrets?: string[];
	/** The specification doesn't show the response: any 2xx is success, with or without JSON. */
	isUndocumented?: boolean;
};

/** Retrying can't change these. */
const FINAL_SITUATIONS: Situation[] = ['blockedByN8n', 'certificate'];

/**
 * The only place that sends anything to the service. Waits for the key's rate limit, sends, retries
 * what may be retried (see `retry.ts`), and returns the parsed JSON of a 2xx response. Throws
 * anything else as an error that says what to do next.
 */
export async function request(connection: Connection, call: ApiCall): Promise<unknown> {
	const { context, budget } = connection;
	for (let attempt = 1; ; attempt++) {
		const entered = await enterBudget(connection);
		if (typeof entered !== 'number') throw failed(connection, call, entered, attempt - 1);
		const answer = await send(connection, call, entered);
		if ('body' in answer) return answer.body;

		const { finding } = answer;
		const delayMs = delayAfter(connection, call, finding, attempt);
		const saidMs = finding.retryAfterMs ?? budget.resetInMs(Date.now()) ?? 0;
		const waitMs = delayMs ?? Math.min(saidMs, LONGEST_WAIT_MS);
		if (finding.status === 429) budget.refused(Date.now() + waitMs);
		if (delayMs === undefined || exceeds(connection, delayMs)) {
			throw failed(connection, call, { ...finding, retryAfterMs: waitMs }, attempt);
		}
		if (delayMs >= LOGGED_WAIT_MS) {
			context.logger.info(
				`Form Submissions: trying again in ${Math.ceil(delayMs / 1000)} s (attempt ${attempt} ended with: ${finding.situation})`,
			);
		}
		await pause(context, delayMs);
	}
}

/** Milliseconds until the next attempt; undefined if there is none. */
function delayAfter(
	{ budget, patience }: Connection,
	{ method }: ApiCall,
	{ situation, status, retryAfterMs: saidMs }: Finding,
	attempt: number,
): number | undefined {
	if (FINAL_SITUATIONS.includes(situation)) return undefined;
	return retryDelayMs({
		method,
		status,
		attempt,
		maxAttempts: patience.maxAttempts,
		retryAfterMs: saidMs,
		resetInMs: budget.resetInMs(Date.now()),
		random: Math.random(),
	});
}

function failed(
	connection: Connection,
	{ subject, detail, secrets }: ApiCall,
	finding: Finding,
	attempts: number,
): NodeApiError {
	return connection.fail({ detail, ...finding, subject, attempts }, secrets);
}

async function send(connection: Connection, call: ApiCall, sentAtMs: number): Promise<Answer> {
	const { context, budget } = connection;
	let headers: ResponseHeaders | undefined;
	try {
		const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL_TYPE,
			httpOptions(connection, call),
		);
		headers = isRecord(response) ? readHeaders(response.headers) : {};
		const answer = readAnswer(response, headers, call.isUndocumented !== true);
		if ('body' in answer) return answer;
		return { finding: { retryAfterMs: retryAfterMs(headers, Date.now()), ...answer.finding } };
	} catch (thrown) {
		throwIfStopped(context);
		if (isOwnRefusal(thrown)) throw asNodeError(context.getNode(), thrown);
		return { finding: findingOfThrown(thrown) };
	} finally {
		budget.answered(headers, sentAtMs, Date.now());
	}
}

/** n8n's own error that the credential is missing or unreadable: it says best what to do. */
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
		// As text, so that a body that isn't JSON is recognized and not passed on.
		encoding: 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// n8n would send the key to wherever a redirect points.
		disableFollowRedirect: true,
		timeout: patience.timeoutMs,
	};
}
