/** So many new submissions that no delivery announced show that the destination is gone … */
const MIN_UNANNOUNCED = 3;

/** … if the first and the last of them were found this far apart (milliseconds). */
const MIN_SILENCE_MS = 10 * 60_000;

/**
 * Notices that deliveries stop while the list goes on growing: nobody can ask for a destination that
 * is gone.
 */
export class Silence {
	private hasHeard = false;

	private unannounced = 0;

	private sinceMs = 0;

	noteRing(): void {
		this.hasHeard = true;
		this.unannounced = 0;
	}

	/** Returns whether the destination seems to be gone, once until the next ring. */
	noteFound(count: number, nowMs: number): boolean {
		if (!this.hasHeard || count === 0) return false;
		if (this.unannounced === 0) this.sinceMs = nowMs;
		this.unannounced += count;
		const isLong = nowMs - this.sinceMs >= MIN_SILENCE_MS;
		if (this.unannounced < MIN_UNANNOUNCED || !isLong) return false;
		this.hasHeard = false;
		return true;
	}
}
