import type { Submission } from '../../api/types';
import { BoundedMap } from '../../general/processMemory';

/** So many new submissions that no delivery announced show that the destination is gone … */
const MIN_UNANNOUNCED = 3;

/** … if the first and the last of them were found this far apart (milliseconds). */
const MIN_SILENCE_MS = 10 * 60_000;

/** The submissions that rang, to remember. */
const MAX_RUNG = 1_000;

/**
 * Notices that deliveries stop while the list goes on growing: nobody can ask for a destination that
 * is gone. Spam and quarantined submissions count only if the service delivers such.
 */
export class Silence {
	private hasHeard = false;

	private unannounced = 0;

	private sinceMs = 0;

	private readonly rung = new BoundedMap<string, true>(MAX_RUNG);

	private readonly delivered = new Set<Submission['status']>(['new', undefined]);

	noteRing(submissionId?: string): void {
		this.hasHeard = true;
		this.unannounced = 0;
		if (submissionId !== undefined) this.rung.set(submissionId, true);
	}

	/** One was handed over: if it rang, the service delivers those of its status. */
	noteHandedOver({ id, status }: Submission): void {
		if (this.rung.has(id)) this.delivered.add(status);
	}

	/** These were found, perhaps before a ring. Returns whether the destination seems to be gone, once until the next ring. */
	noteFound(found: Submission[], nowMs: number): boolean {
		const isUnannounced = ({ id, status }: Submission) =>
			this.delivered.has(status) && !this.rung.has(id);
		const { length: count } = found.filter(isUnannounced);
		if (!this.hasHeard || count === 0) return false;
		if (this.unannounced === 0) this.sinceMs = nowMs;
		this.unannounced += count;
		const isLong = nowMs - this.sinceMs >= MIN_SILENCE_MS;
		if (this.unannounced < MIN_UNANNOUNCED || !isLong) return false;
		this.hasHeard = false;
		return true;
	}
}
