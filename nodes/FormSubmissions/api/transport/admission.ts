import type { Connection } from '../connection';
import type { Finding } from '../../errors/classification';
import { pause, throwIfStopped } from './pause';

/** Waits of at least this length are logged (milliseconds). */
export const LOGGED_WAIT_MS = 5_000;

/** Whether a wait is longer than the caller has time for. */
export function exceeds({ patience }: Connection, waitMs: number): boolean {
	const isPastDeadline =
		patience.deadlineMs !== undefined && Date.now() + waitMs > patience.deadlineMs;
	return waitMs > patience.longestWaitMs || isPastDeadline;
}

/**
 * Waits until the key's rate limit allows a request, and reserves it. Returns the time of that
 * (Unix milliseconds), or why the request isn't allowed. Checking and reserving are one atomic
 * step: with a pause in between, two executions could take the same last request.
 */
export async function enterBudget(connection: Connection): Promise<number | Finding> {
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
		if (isTooLong || nowMs - startedMs > patience.longestWaitMs) {
			return { situation: 'rateLimited', retryAfterMs: waitMs };
		}
		if (waitMs >= LOGGED_WAIT_MS && !endsWithAnswer) {
			context.logger.info(
				`Form Submissions: the API key has reached its rate limit, continuing in ${Math.ceil(waitMs / 1000)} s`,
			);
		}
		await pause(context, waitMs, endsWithAnswer ? budget.nextAnswer() : undefined);
	}
}
