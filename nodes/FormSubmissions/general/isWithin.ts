/** Whether less than `lengthMs` has passed since then; false, too, if the clock was set back. */
export function isWithin(lengthMs: number, sinceMs: number, nowMs: number): boolean {
	return nowMs >= sinceMs && nowMs - sinceMs < lengthMs;
}
