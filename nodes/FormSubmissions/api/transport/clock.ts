/**
 * Estimates how far this machine's clock is ahead of the service's, from the `Date` headers of its
 * responses. `Date` has whole seconds, so one response is accurate to a second only; each further
 * one narrows the range. All times are Unix milliseconds of this machine, passed in by the caller.
 */
export class ServiceClock {
	/** Unknown until a `Date` was seen. */
	private lead?: { atLeastMs: number; atMostMs: number };

	/** Learns from one response. `dateMs` is its `Date`; undefined if it has none. */
	compare(dateMs: number | undefined, sentAtMs: number, nowMs: number): void {
		if (dateMs === undefined) return;
		const seen = { atLeastMs: sentAtMs - dateMs - 1000, atMostMs: nowMs - dateMs };
		const known = this.lead ?? seen;
		const atLeastMs = Math.max(known.atLeastMs, seen.atLeastMs);
		const atMostMs = Math.min(known.atMostMs, seen.atMostMs);
		// Contradictory bounds mean that a clock was set: start over.
		this.lead = atLeastMs > atMostMs ? seen : { atLeastMs, atMostMs };
	}

	/** The most by which this machine can be ahead (milliseconds); 0 if no `Date` was seen. */
	get maxLeadMs(): number {
		return this.lead?.atMostMs ?? 0;
	}
}
