import { Demand } from './demand';

/**
 * Who asks for a request. `poll`: has a deadline and comes back each minute. `person`: somebody
 * looks on, for a request or two. `walk`: a list of any length.
 */
export type Interest = 'poll' | 'person' | 'walk';

/** One run of a node, as the budget sees it. */
export type Caller = {
	readonly interest: Interest;
	/** Requests that it has sent so far. */
	requests: number;
};

/** What is kept back is let go so long before a window ends: by then a poll can wait for the next. */
const RELEASE_MS = 10_000;

/** A walk below the rate limit needs so long at most for each request that was kept back. */
const RELEASE_MS_EACH = 500;

/**
 * The part of a window that is kept back for polls, so that a long walk on the same key leaves them
 * their requests. It is as large as the polls of the last windows needed, less what they have used
 * already, and is let go early enough for a walk to use it up: a walk loses no more than polls use.
 */
export class PollShare {
	/** First requests of polls: kept back from everything that can wait, other polls included. */
	private readonly first = new Demand();

	private readonly further = new Demand();

	sent(caller: Caller, nowMs: number): void {
		if (caller.interest === 'poll') this.demandOf(caller).take(nowMs);
	}

	/** The caller found no room in a window that goes on for `windowMs`. */
	missed(caller: Caller, nowMs: number, windowMs: number): void {
		if (caller.interest !== 'poll' || windowMs <= RELEASE_MS) return;
		this.demandOf(caller).miss(nowMs);
	}

	nextWindow(): void {
		this.first.nextWindow();
		this.further.nextWindow();
	}

	/**
	 * How many requests to keep back from this caller, never more than `most`, and for how long
	 * (milliseconds), in a window that goes on for `windowMs`.
	 */
	keptBack(
		caller: Caller,
		nowMs: number,
		windowMs: number,
		most: number,
	): { requests: number; forMs: number } {
		const requests = Math.min(this.wantedBefore(caller, nowMs), most);
		const forMs = windowMs - Math.max(RELEASE_MS, requests * RELEASE_MS_EACH);
		return requests > 0 && forMs > 0 ? { requests, forMs } : { requests: 0, forMs: 0 };
	}

	private wantedBefore(caller: Caller, nowMs: number): number {
		if (caller.interest === 'person') return 0;
		const first = this.first.expected(nowMs);
		if (caller.interest === 'poll') return caller.requests === 0 ? 0 : first;
		return first + this.further.expected(nowMs);
	}

	private demandOf({ requests }: Caller): Demand {
		return requests === 0 ? this.first : this.further;
	}
}
