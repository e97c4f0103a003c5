/**
 * Who makes a request. `poll`: has a deadline and returns every minute. `person`: someone is
 * waiting for a request or two. `walk`: fetches a list of any length.
 */
export type Priority = 'poll' | 'person' | 'walk';

/** One run of a node, as the budget sees it. */
export type Caller = {
	readonly priority: Priority;
	/** How many requests it has sent so far. */
	requests: number;
};

/** The reserve is released this long before a window ends: by then, a poll can wait for the next. */
const RELEASE_MS = 10_000;

/** What a walk needs at most per released request; a slower one never reaches the rate limit. */
const RELEASE_MS_EACH = 500;

/**
 * The part of a window that is reserved for polls, so that a long walk on the same key leaves them
 * enough requests. It is as large as what polls needed in the last windows, less what they have
 * already used, and is released early enough for a walk to use it up: a walk loses only what polls
 * use.
 */
export class PollShare {
	/** First requests of polls: reserved from everything that can wait, even from other polls. */
	private readonly first = new Demand();

	private readonly further = new Demand();

	sent(caller: Caller, nowMs: number): void {
		if (caller.priority === 'poll') this.demandOf(caller).note('used', nowMs);
	}

	/** The caller found no room in a window that lasts `windowMs` more. */
	missed(caller: Caller, nowMs: number, windowMs: number): void {
		if (caller.priority !== 'poll' || windowMs <= RELEASE_MS) return;
		this.demandOf(caller).note('missed', nowMs);
	}

	nextWindow(): void {
		this.first.nextWindow();
		this.further.nextWindow();
	}

	/**
	 * How many requests to withhold from this caller, and for how long (milliseconds), in a window
	 * that lasts `windowMs` more.
	 */
	keptBack(
		caller: Caller,
		nowMs: number,
		windowMs: number,
		maxRequests: number,
	): { requests: number; forMs: number } {
		const requests = Math.min(this.wantedBefore(caller, nowMs), maxRequests);
		const forMs = windowMs - Math.max(RELEASE_MS, requests * RELEASE_MS_EACH);
		return requests > 0 && forMs > 0 ? { requests, forMs } : { requests: 0, forMs: 0 };
	}

	private wantedBefore(caller: Caller, nowMs: number): number {
		if (caller.priority === 'person') return 0;
		const first = this.first.expected(nowMs);
		if (caller.priority === 'poll') return caller.requests === 0 ? 0 : first;
		return first + this.further.expected(nowMs);
	}

	private demandOf({ requests }: Caller): Demand {
		return requests === 0 ? this.first : this.further;
	}
}

/** Rate limit windows whose demand is remembered. */
const REMEMBERED_WINDOWS = 16;

/** How long after the last request its demand still counts (milliseconds). */
const REMEMBERED_MS = REMEMBERED_WINDOWS * 60_000;

/**
 * Estimates, from the last rate limit windows, how many requests of one kind to expect in a window.
 * Times are Unix milliseconds, passed in by the caller.
 */
class Demand {
	private used = 0;

	private missed = 0;

	private lastMs = -Infinity;

	private readonly wanted: number[] = [];

	/** A request of this kind was sent (`used`), or found no room (`missed`). */
	note(outcome: 'used' | 'missed', nowMs: number): void {
		this[outcome]++;
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
