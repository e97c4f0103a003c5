import { NodeOperationError, sleep } from 'n8n-workflow';

import type { ApiContext, Connection } from '../connection';
import type { Finding } from '../../errors';
import { nodeInLog } from '../../general/nodeInLog';
import type { Result } from '../../general/result';

/** Waits of at least this length are logged (milliseconds). */
export const LOGGED_WAIT_MS = 5_000;

/** A wait that leaves a request less time than this before the deadline is not worth it. */
const MIN_REQUEST_MS = 1_000;

/** The milliseconds until the caller's deadline. */
export function timeLeftMs({ occasion: { deadlineMs = Infinity } }: Connection): number {
	return deadlineMs - Date.now();
}

/** How long a caller that began to wait at `startedMs` may continue to wait (milliseconds). */
export function waitLeftMs({ occasion }: Connection, startedMs: number): number {
	const { patienceMs, deadlineMs = Infinity } = occasion;
	return Math.min(startedMs + patienceMs, deadlineMs - MIN_REQUEST_MS) - Date.now();
}

/**
 * Waits until the key's rate limit allows a request, and reserves it. Returns when that was
 * (Unix milliseconds), or why the request isn't allowed. Checking and reserving are one atomic
 * step: with a pause in between, two executions could take the same last request.
 */
export async function enterBudget(connection: Connection): Promise<Result<number, Finding>> {
	const { context, budget, sent } = connection;
	const { priority } = connection.occasion;
	const startedMs = Date.now();
	if (priority === 'poll') budget.notePoll(startedMs);
	for (;;) {
		throwIfStopped(context);
		const nowMs = Date.now();
		const wait = budget.waitBefore(nowMs, { priority, sent: sent.requests });
		if (wait === undefined) {
			budget.noteSent(nowMs);
			sent.requests++;
			return { ok: true, value: nowMs };
		}
		const { waitMs, endsWithResponse } = wait;
		const leftMs = waitLeftMs(connection, startedMs);
		if (endsWithResponse) {
			if (leftMs <= 0) return { ok: false, problem: { situation: 'noTurn' } };
			await pause(context, Math.min(waitMs, leftMs), budget.nextResponse());
			continue;
		}
		if (waitMs > leftMs) {
			return { ok: false, problem: { situation: 'rateLimited', retryAfterMs: waitMs } };
		}
		if (waitMs >= LOGGED_WAIT_MS) {
			context.logger.info(
				`${nodeInLog(context)}: the API key has reached its rate limit; continuing in ${Math.ceil(waitMs / 1000)} s`,
			);
		}
		await pause(context, waitMs);
	}
}

/** Waits `delayMs`, or less if `earlier` settles or the execution is stopped first. */
export async function pause(
	context: ApiContext,
	delayMs: number,
	earlier?: Promise<void>,
): Promise<void> {
	throwIfStopped(context);
	const signal = cancelSignal(context);
	let stop = () => {};
	const stopped = new Promise<void>((resolve) => (stop = resolve));
	signal?.addEventListener('abort', stop);
	// Timers drop fractions of a millisecond, so they would end too early.
	const slept = sleep(Math.ceil(delayMs));
	await Promise.race([slept, stopped, ...(earlier ? [earlier] : [])]);
	signal?.removeEventListener('abort', stop);
	throwIfStopped(context);
}

/** Throws if a person has stopped the execution, so that nothing more is sent. */
export function throwIfStopped(context: ApiContext): void {
	if (cancelSignal(context)?.aborted) {
		throw new NodeOperationError(context.getNode(), 'The execution was stopped');
	}
}

/** A person can stop only an execution; publishing, lists, and polls have no signal. */
function cancelSignal(context: ApiContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}
