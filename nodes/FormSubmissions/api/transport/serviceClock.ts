/**
 * By how much this machine's clock is ahead of the service's, as far as the `Date` headers of its
 * answers tell. `Date` has whole seconds, so one answer tells it only to a second; each further one
 * narrows it. All times are Unix milliseconds of this machine, passed in by the caller.
 */
export class ServiceClock {
	private lead = { atLeastMs: -Infinity, atMostMs: Infinity };

	/** Learns from one answer. `dateMs` is its `Date`; undefined where it has none. */
	compare(dateMs: number | undefined, sentAtMs: number, nowMs: number): void {
		if (dateMs === undefined) return;
		const seen = { atLeastMs: sentAtMs - dateMs - 1000, atMostMs: nowMs - dateMs };
		const atLeastMs = Math.max(this.lead.atLeastMs, seen.atLeastMs);
		const atMostMs = Math.min(this.lead.atMostMs, seen.atMostMs);
		// Bounds that contradict each other mean that a clock was set: begin anew.
		this.lead = atLeastMs > atMostMs ? seen : { atLeastMs, atMostMs };
	}

	/** The most by which this machine can be ahead (milliseconds); 0 where no `Date` was seen. */
	get mostLeadMs(): number {
		return Number.isFinite(this.lead.atMostMs) ? this.lead.atMostMs : 0;
	}

	/** The earliest that the service's clock can show now (Unix milliseconds). */
	earliestNowMs(nowMs: number): number {
		return nowMs - this.mostLeadMs;
	}
}
