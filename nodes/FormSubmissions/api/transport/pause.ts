import { NodeOperationError, sleep } from 'n8n-workflow';

import type { ApiContext } from '../connection';

/** Only an execution can be stopped by a person; publishing, lists and polls have no signal. */
function cancelSignal(context: ApiContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/** Throws where a person has stopped the execution, so that nothing further is sent. */
export function throwIfStopped(context: ApiContext): void {
	if (cancelSignal(context)?.aborted) {
		throw new NodeOperationError(context.getNode(), 'The execution was stopped');
	}
}

/** Waits so many milliseconds, or until `earlier` is done, or until the execution is stopped. */
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
	// Timers drop fractions of a millisecond and would end before the moment they are for.
	const slept = sleep(Math.ceil(delayMs));
	await Promise.race([slept, stopped, ...(earlier ? [earlier] : [])]);
	unsubscribe();
	throwIfStopped(context);
}
