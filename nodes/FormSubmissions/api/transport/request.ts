import { NodeOperationError, type IHttpRequestOptions } from 'n8n-workflow';

import { asNodeError, type Finding } from '../../errors/nodeErrors';
import type { Meanings } from '../../errors/situationOfResponse';
import { situationOfThrown } from '../../errors/situationOfThrown';
import type { Situation } from '../../errors/situations';
import { nodeInLog } from '../../general/node';
import { isRecord } from '../../general/records';
import type { Result } from '../../general/result';
import { pause, settledWithin } from '../../general/time';
import type { ApiContext, Connection } from '../connection';
import { CREDENTIAL_TYPE } from '../credential';
import { waitLeftMs } from '../timeLimits';
import { RateBudget } from './rateBudget';
import { retryAfterMs } from './rateLimitHeaders';
import { readResponse, type Received, type ResponseHeaders } from './response';
import { backoffAfter, retryDelayMs } from './retry';

export type ApiCall = {
	method: 'GET' | 'POST';
	/** The segments of the path after `/v1/`; IDs may be anything that a user entered. */
	path: string[];
	query?: Record<string, string>;
	body?: Record<string, unknown>;
	/** What 404, 400 (and its like), and 403 mean, and the ID and name that their texts mention. */
	means?: Omit<Meanings, 'isDocumented'> & Pick<Finding, 'id' | 'name'>;
	/** Values in the body that no error may contain. */
	secrets?: string[];
};

/** After these, a request to create something may have been carried out. */
const MAY_HAVE_WORKED: Situation[] = [
	'serviceDown',
	'noResponseInTime',
	'bodyCutShort',
	'unreadableResponse',
	'tooLarge',
];

const LOGGED_WAIT_MS = 5_000;

/** How often a request that waits looks whether it may leave: the window may end earlier (milliseconds). */
const LOOKS_AGAIN_MS = 1_000;

/**
 * The only place that sends anything to the service. Waits for the key's rate limit, sends, retries
 * what may be retried, and returns the parsed JSON of a 2xx response. Throws anything else as an error
 * that says what to do next.
 */
export async function request(connection: Connection, call: ApiCall): Promise<Received> {
	// The service limits no writes (section 8): only a write's refusals count.
	const budget = call.method === 'GET' ? connection.budget : new RateBudget();
	const url = urlOf(connection, call);
	const errorFor = ({ situation, ...finding }: Finding) =>
		connection.errorFor(
			situation,
			{ ...finding, id: call.means?.id, name: call.means?.name },
			call.secrets,
		);
	let problem: Finding | undefined;
	let refusedSinceMs = Infinity;
	for (let attempt = 1; ; attempt++) {
		const waitMs = await enter(connection, budget);
		if (waitMs > 0) {
			throw errorFor({ ...(problem ?? { situation: 'rateLimited' }), retryAfterMs: waitMs });
		}
		const response = await send(connection, budget, { ...call, url });
		if (response.ok) return response.value;
		({ problem } = response);
		if (call.method === 'POST' && MAY_HAVE_WORKED.includes(problem.situation)) {
			problem.situation = 'destinationUncertain';
		}
		const backoffMs = backoffAfter(attempt);
		if (problem.status === 429) {
			refusedSinceMs = Math.min(refusedSinceMs, Date.now());
			const { retryAfterMs: saidMs } = problem;
			budget.markRefused(saidMs === undefined ? saidMs : Math.max(saidMs, backoffMs), Date.now());
		}
		const failed = { ...problem, method: call.method, attempt, backoffMs, refusedSinceMs };
		const delayMs = retryDelayMs(connection.timeLimits, failed);
		if (delayMs === undefined) throw errorFor(problem);
		await pauseUnlessStopped(connection.context, delayMs);
	}
}

/**
 * Waits until the key's rate limit allows a request, and takes it. Returns 0, or if that would take
 * longer than the caller is prepared to wait, how long (milliseconds). Looking and taking are one atomic
 * step: with a pause in between, two executions could take the same last request.
 */
async function enter({ context, timeLimits }: Connection, budget: RateBudget): Promise<number> {
	const startedMs = Date.now();
	for (let isFirst = true; ; isFirst = false) {
		throwIfStopped(context);
		const nowMs = Date.now();
		const waitMs = budget.waitMs(nowMs, timeLimits.priority);
		if (waitMs === 0) {
			budget.markSent();
			return 0;
		}
		if (waitMs > waitLeftMs(timeLimits, startedMs)) return waitMs;
		if (isFirst && waitMs >= LOGGED_WAIT_MS) {
			const seconds = Math.ceil(waitMs / 1000);
			context.logger.info(
				`${nodeInLog(context)}: the API key has reached its rate limit; continuing in ${seconds} s`,
			);
		}
		await pauseUnlessStopped(context, Math.min(waitMs, LOOKS_AGAIN_MS));
	}
}

/** Sends one request, which the budget has allowed. Throws only what no other attempt can change. */
async function send(
	connection: Connection,
	budget: RateBudget,
	call: ApiCall & { url: string },
): Promise<Result<Received, Finding>> {
	const sentMs = Date.now();
	let headers: ResponseHeaders | undefined;
	try {
		const arrived = await arriveInTime(connection, httpOptions(connection, call));
		if (!arrived) return { ok: false, problem: { situation: 'noResponseInTime' } };
		// The specification shows no response to a POST: any 2xx is success, with or without JSON.
		const meanings = { ...call.means, isDocumented: call.method === 'GET' };
		const read = readResponse(arrived.response, meanings);
		({ headers } = read);
		if (read.result.ok) return read.result;
		const saidMs = retryAfterMs(headers, Date.now());
		return { ok: false, problem: { retryAfterMs: saidMs, ...read.result.problem } };
	} catch (thrown) {
		throwIfStopped(connection.context);
		// n8n's own error that the credential is missing or unreadable says best what to do.
		if (isRecord(thrown) && thrown.name === 'NodeOperationError') {
			throw asNodeError(connection.context.getNode(), thrown);
		}
		return { ok: false, problem: { situation: situationOfThrown(thrown) } };
	} finally {
		budget.markEnded(headers, sentMs, Date.now());
	}
}

/**
 * What n8n's request helper returns, or undefined if that takes longer than the time limit: then the
 * connection is closed, as it is if the execution is stopped. The limit of n8n's HTTP client is not
 * enough: once a response has begun, only silence counts, so a body that drips would never end.
 */
async function arriveInTime(
	{ context, credential }: Connection,
	options: IHttpRequestOptions & { timeout: number },
): Promise<{ response: unknown } | undefined> {
	const giveUp = new AbortController();
	// Given the credential that was read at first, n8n reads no other, even if a person changes it
	// meanwhile: the key never goes to any host but its own, and errors redact the one in use.
	const response = context.helpers.httpRequestWithAuthentication.call(
		context,
		CREDENTIAL_TYPE,
		{
			...options,
			get abortSignal() {
				return giveUp.signal;
			},
			// In an execution, n8n puts the execution's own signal here.
			set abortSignal(_signal) {},
		},
		{ credentialsDecrypted: credential },
	);
	const hasEnded = await settledWithin(response, options.timeout, cancelSignal(context));
	if (!hasEnded) giveUp.abort();
	throwIfStopped(context);
	return hasEnded ? { response: await response } : undefined;
}

function httpOptions(connection: Connection, call: ApiCall & { url: string }) {
	return {
		method: call.method,
		url: call.url,
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
		timeout: Math.max(
			1,
			Math.ceil(Math.min(connection.timeLimits.timeoutMs, timeLeftMs(connection))),
		),
	};
}

/**
 * The URL of a call, in which every segment is encoded. `.` and `..` can't be (URL parsers resolve
 * `%2e%2e`, too), and half a character has no encoding: these are rejected.
 */
function urlOf(connection: Connection, { path }: ApiCall): string {
	const notAnId = path.find((segment) => /^\.{0,2}$|\p{Cs}/u.test(segment));
	if (notAnId !== undefined) throw connection.errorFor('notAnId', { id: notAnId });
	return `${connection.baseUrl}/v1/${path.map(encodeURIComponent).join('/')}`;
}

export function timeLeftMs({ timeLimits: { deadlineMs = Infinity } }: Connection): number {
	return deadlineMs - Date.now();
}

/** Waits `delayMs`, or less if the execution is stopped first: then it throws. */
async function pauseUnlessStopped(context: ApiContext, delayMs: number): Promise<void> {
	throwIfStopped(context);
	await pause(delayMs, cancelSignal(context));
	throwIfStopped(context);
}

export function throwIfStopped(context: ApiContext): void {
	if (cancelSignal(context)?.aborted) {
		throw new NodeOperationError(context.getNode(), 'The execution was stopped');
	}
}

/** A person can stop only an execution; publishing, lists, and triggers have no signal. */
function cancelSignal(context: ApiContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}
