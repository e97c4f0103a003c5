/**
 * Estimates how far this machine's clock is ahead of the service's, from the `Date` headers of its
 * responses. `Date` has whole seconds, so one response is accurate to a second only; each further
 * one narrows the range. All times are Unix milliseconds of this machine, passed in by the caller.
 */
export class ServiceClock {
	private lead = { atLeastMs: -Infinity, atMostMs: Infinity };

	/** Learns from one response. `dateMs` is its `Date`; undefined if it has none. */
	compare(dateMs: number | undefined, sentAtMs: number, nowMs: number): void {
		if (dateMs === undefined) return;
		const seen = { atLeastMs: sentAtMs - dateMs - 1000, atMostMs: nowMs - dateMs };
		const atLeastMs = Math.max(this.lead.atLeastMs, seen.atLeastMs);
		const atMostMs = Math.min(this.lead.atMostMs, seen.atMostMs);
		// Contradictory bounds mean that a clock was set: start over.
		this.lead = atLeastMs > atMostMs ? seen : { atLeastMs, atMostMs };
	}

	/** The most by which this machine can be ahead (milliseconds); 0 if no `Date` was seen. */
	get maxLeadMs(): number {
		return this.isKnown ? this.lead.atMostMs : 0;
	}

	/** Whether a `Date` was seen. */
	get isKnown(): boolean {
		return Number.isFinite(this.lead.atMostMs);
	}
}
