import { sleep } from 'n8n-workflow';

/** Whether less than `lengthMs` has passed since then; false, too, if the clock was set back. */
export function isWithin(lengthMs: number, sinceMs: number, nowMs: number): boolean {
	return nowMs >= sinceMs && nowMs - sinceMs < lengthMs;
}

/** Milliseconds until so long has passed since then; 0, too, if the clock was set back. */
export function leftMs({ sinceMs, forMs }: { sinceMs: number; forMs: number }, nowMs: number) {
	return isWithin(forMs, sinceMs, nowMs) ? sinceMs + forMs - nowMs : 0;
}

/** The longest that a timer goes on after the wait has ended (milliseconds): `sleep` can't be cancelled. */
const SLICE_MS = 1_000;

/** Waits for the work, well ended or not, at most `withinMs` and until the signal; returns whether it has ended. */
export async function settledWithin(
	work: Promise<unknown>,
	withinMs: number,
	signal?: AbortSignal,
): Promise<boolean> {
	let isSettled = false;
	let isOver = signal?.aborted === true;
	let end = () => {};
	const ended = new Promise<void>((resolve) => (end = resolve));
	const stop = () => {
		isOver = true;
		end();
	};
	const settle = () => {
		isSettled = true;
		stop();
	};
	void work.then(settle, settle);
	signal?.addEventListener('abort', stop);
	// Timers drop fractions of a millisecond, so they would end too early.
	let leftMs = Math.ceil(withinMs);
	do {
		await Promise.race([ended, sleep(Math.max(0, Math.min(leftMs, SLICE_MS)))]);
		leftMs -= SLICE_MS;
	} while (leftMs > 0 && !isOver);
	signal?.removeEventListener('abort', stop);
	return isSettled;
}

/** Waits so long, or until the signal. */
export async function pause(forMs: number, signal?: AbortSignal): Promise<void> {
	if (forMs > 0) await settledWithin(new Promise(() => {}), forMs, signal);
}
