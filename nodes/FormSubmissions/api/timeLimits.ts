import type { Priority } from './transport/rateBudget';

/** How long a caller is prepared to wait, and its priority. */
export type TimeLimits = {
	maxAttempts: number;
	/** How long one attempt may wait for the rate limit, or until the next attempt (milliseconds). */
	patienceMs: number;
	/** How long a request may be refused (429), however often, before that is an error (milliseconds). */
	refusedMs: number;
	/** How long one request may take, the body of its response included (milliseconds). */
	timeoutMs: number;
	/** The time by which every wait and request ends, with an error if need be (Unix milliseconds). */
	deadlineMs?: number;
	priority: Priority;
	/** Whether a trigger is at work that tries again by itself. */
	goesOn?: boolean;
};

/** A wait that leaves a request less time than this before the deadline is not worth it (milliseconds). */
const MIN_REQUEST_MS = 1_000;

/** How much longer a caller waits that began to at a time (milliseconds). */
export function waitLeftMs(timeLimits: TimeLimits, startedMs: number): number {
	const { patienceMs, deadlineMs = Infinity } = timeLimits;
	return Math.min(startedMs + patienceMs, deadlineMs - MIN_REQUEST_MS) - Date.now();
}

/** A workflow is running: it waits until the rate limit resets. */
export const RUNNING: TimeLimits = {
	maxAttempts: 5,
	patienceMs: 10 * 60_000,
	refusedMs: 60_000,
	timeoutMs: 30_000,
	priority: 'walk',
};

/** A trigger reads the list, as it does again and again: its requests go before those of other walks on the same key. */
export const WATCHING: TimeLimits = { ...RUNNING, priority: 'trigger', goesOn: true };

/** A person is waiting for a list to load. */
export const EDITING: TimeLimits = {
	maxAttempts: 2,
	patienceMs: 2_000,
	refusedMs: 0,
	timeoutMs: 10_000,
	priority: 'person',
};

/** n8n makes five attempts within 84 seconds, pauses of 15 seconds included (milliseconds). */
const MAX_PUBLISHING_MS = 13_000;

/** A workflow is being published: this attempt must end in time for n8n to show the error of the last one. */
export function publishing(): TimeLimits {
	return {
		maxAttempts: 3,
		patienceMs: MAX_PUBLISHING_MS,
		refusedMs: MAX_PUBLISHING_MS,
		timeoutMs: 12_000,
		deadlineMs: Date.now() + MAX_PUBLISHING_MS,
		priority: 'person',
	};
}

/** A trigger is being published or started, and reads the list: one attempt, which n8n repeats. */
export function starting(): TimeLimits {
	return { ...publishing(), maxAttempts: 1, priority: 'trigger' };
}
