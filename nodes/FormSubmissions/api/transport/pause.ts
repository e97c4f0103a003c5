import { NodeOperationError, sleep } from 'n8n-workflow';

import type { ApiContext } from '../connection';

/** A person can stop only an execution; publishing, lists, and polls have no signal. */
function cancelSignal(context: ApiContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/** Throws if a person has stopped the execution, so that nothing more is sent. */
export function throwIfStopped(context: ApiContext): void {
	if (cancelSignal(context)?.aborted) {
		throw new NodeOperationError(context.getNode(), 'The execution was stopped');
	}
}

/** Waits `delayMs`, but no longer than until `earlier` settles or the execution is stopped. */
export async function pause(
	context: ApiContext,
	delayMs: number,
	earlier?: Promise<void>,
): Promise<void> {
	throwIfStopped(context);
	const signal = cancelSignal(context);
	let unsubscribe = () => {};
	const stopped = new Promise<void>((resolve) => {
		const onAbort = () => resolve();
		signal?.addEventListener('abort', onAbort, { once: true });
		unsubscribe = () => signal?.removeEventListener('abort', onAbort);
	});
	// Timers drop fractions of a millisecond, so they would end too early.
	const slept = sleep(Math.ceil(delayMs));
	await Promise.race([slept, stopped, ...(earlier ? [earlier] : [])]);
	unsubscribe();
	throwIfStopped(context);
}
