import { sleep } from 'n8n-workflow';

/** Whether less than `lengthMs` has passed since then; false, too, if the clock was set back. */
export function isWithin(lengthMs: number, sinceMs: number, nowMs: number): boolean {
	return nowMs >= sinceMs && nowMs - sinceMs < lengthMs;
}

/** The longest that a timer goes on after the work has ended (milliseconds): `sleep` can't be cancelled. */
const SLICE_MS = 1_000;

/** Whether the work has ended by then, well or not. */
export async function settledWithin(work: Promise<unknown>, withinMs: number): Promise<boolean> {
	let isSettled = false;
	const settle = () => {
		isSettled = true;
	};
	const settled = work.then(settle, settle);
	let leftMs = withinMs;
	do {
		await Promise.race([settled, sleep(Math.max(0, Math.min(leftMs, SLICE_MS)))]);
		leftMs -= SLICE_MS;
	} while (leftMs > 0 && !isSettled);
	return isSettled;
}
