import { DISORDER_MS, type TimedSubmission } from './createdAt';

/** Of this many submissions in a row, one may be misplaced. */
const AMONG = 10;

/** Whether a list is in order of time, newest first, apart from single submissions. */
export class ListOrder {
	private lastTimes: number[] = [];

	/** The lowest median of ten times so far: single submissions don't change it. */
	private reachedMs = Infinity;

	private sinceMisplaced = Infinity;

	/** Whether the next submissions continue the order; two misplaced ones within ten break it. */
	holdsFor(submissions: TimedSubmission[]): boolean {
		for (const { atMs } of submissions) {
			const isMisplaced = atMs > this.reachedMs + DISORDER_MS;
			if (isMisplaced && this.sinceMisplaced < AMONG) return false;
			this.sinceMisplaced = isMisplaced ? 0 : this.sinceMisplaced + 1;
			this.lastTimes = [...this.lastTimes, atMs].slice(-AMONG);
			const sorted = [...this.lastTimes].sort((one, other) => one - other);
			const medianMs = sorted.length < AMONG ? undefined : sorted[AMONG / 2];
			this.reachedMs = Math.min(this.reachedMs, medianMs ?? Infinity);
		}
		return true;
	}
}
