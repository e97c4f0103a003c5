/** Rate limit windows whose demand is remembered. */
const REMEMBERED_WINDOWS = 16;

/** How long after the last request its demand still counts (milliseconds). */
const REMEMBERED_MS = REMEMBERED_WINDOWS * 60_000;

/**
 * Estimates, from the last rate limit windows, how many requests of one kind to expect in a window.
 * Times are Unix milliseconds, passed in by the caller.
 */
export class Demand {
	private used = 0;

	private missed = 0;

	private lastMs = -Infinity;

	private readonly wanted: number[] = [];

	/** A request of this kind was sent. */
	take(nowMs: number): void {
		this.used++;
		this.lastMs = nowMs;
	}

	/** A request of this kind found no room. */
	miss(nowMs: number): void {
		this.missed++;
		this.lastMs = nowMs;
	}

	/** The next window has begun. */
	nextWindow(): void {
		this.wanted.push(this.used + this.missed);
		if (this.wanted.length > REMEMBERED_WINDOWS) this.wanted.shift();
		this.used = 0;
		this.missed = 0;
	}

	/** How many more requests of this kind to expect in the current window. */
	expected(nowMs: number): number {
		if (Math.abs(nowMs - this.lastMs) > REMEMBERED_MS) return 0;
		return Math.max(0, Math.max(0, ...this.wanted) - this.used);
	}
}
