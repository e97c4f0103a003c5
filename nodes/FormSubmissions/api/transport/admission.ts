import type { Connection } from '../connection';
import type { Finding } from '../../errors/classification';
import { pause, throwIfStopped } from './pause';

/** Waits from this length on are told in n8n's log (milliseconds). */
export const LOGGED_WAIT_MS = 5_000;

/** Whether a wait is longer than the caller has time for. */
export function exceeds({ patience }: Connection, waitMs: number): boolean {
	const isPastDeadline =
		patience.deadlineMs !== undefined && Date.now() + waitMs > patience.deadlineMs;
	return waitMs > patience.longestWaitMs || isPastDeadline;
}

/**
 * Waits until the key's rate limit has room and takes a place in it. Returns the time of that (Unix
 * milliseconds), or what kept the caller out. The place is taken atomically: with a pause between
 * looking and taking, two executions would take the last one.
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
				`Form Submissions: the API key has reached its rate limit, going on in ${Math.ceil(waitMs / 1000)} s`,
			);
		}
		await pause(context, waitMs, endsWithAnswer ? budget.nextAnswer() : undefined);
	}
}
