import type { KeyedSubmission } from '../../watching/checkpoint';

/** So many new submissions that no delivery announced show that the destination is gone … */
const MIN_UNANNOUNCED = 3;

/** … if the first and the last of them were found this far apart (milliseconds). */
const MIN_SILENCE_MS = 10 * 60_000;

/** A submission is announced soon, and found soon: others are late ones (milliseconds). */
const SOON_MS = 2 * 60_000;

/**
 * Notices that deliveries stop while the list goes on growing: nobody can ask for a destination that
 * is gone. Spam and quarantined submissions don't count: the service may not deliver them.
 */
export class StoppedDeliveries {
	/** When a delivery was heard last (Unix milliseconds); undefined if none was, or since it was told. */
	private heardAtMs?: number;

	/** What was found since then and not announced: how many, and when the first was found (Unix milliseconds). */
	private unannounced = { count: 0, sinceMs: 0 };

	markRing(nowMs: number): void {
		this.heardAtMs = nowMs;
		this.unannounced = { count: 0, sinceMs: 0 };
	}

	/**
	 * These were found, perhaps before a ring; `aheadMs`: how far this machine's clock is ahead of the service's.
	 * Returns whether the destination seems to be gone, once until the next ring.
	 */
	markFound(found: KeyedSubmission[], nowMs: number, aheadMs: number): boolean {
		const { heardAtMs } = this;
		if (heardAtMs === undefined) return false;
		const isUnannounced = ({ atMs, submission: { status } }: KeyedSubmission) =>
			(status === 'new' || status === undefined) &&
			atMs + aheadMs > heardAtMs + SOON_MS &&
			nowMs - atMs - aheadMs < SOON_MS;
		const { length } = found.filter(isUnannounced);
		if (this.unannounced.count === 0) this.unannounced.sinceMs = nowMs;
		this.unannounced.count += length;
		const isLong = nowMs - this.unannounced.sinceMs >= MIN_SILENCE_MS;
		const isGone = length > 0 && this.unannounced.count >= MIN_UNANNOUNCED && isLong;
		if (isGone) this.heardAtMs = undefined;
		return isGone;
	}
}
