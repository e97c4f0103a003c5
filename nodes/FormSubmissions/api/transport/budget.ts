import { BoundedMap } from '../../general/boundedMap';
import { isWithin } from '../../general/isWithin';
import { remembered } from '../../general/remembered';
import { ServiceClock } from './clock';
import { parseDate, parseRateLimitReset, parseRemaining, type ResponseHeaders } from './headers';
import { POLLS_EXPECTED_MS, releaseInMs, reserveFor, type Caller } from './priority';
import { MAX_WINDOW_MS } from './retry';

/** Responses whose windows end within this time of each other belong to the same window. */
const SAME_WINDOW_MS = 2_000;

/** How long a request waits for another one's response to show how many requests are left. */
const TURN_MS = 2_000;

/** The longest that a request has to wait (milliseconds), and whether a response ends the wait. */
export type Wait = { waitMs: number; endsWithResponse: boolean };

type Window = { lowestRemaining: number; endsAtMs: number };

/**
 * What is left of an API key's rate limit (specification, section 8: 120 requests a minute per
 * key), according to the headers of the responses. Everything in this process that uses the key
 * shares it. All times are Unix milliseconds of this machine, passed in by the caller.
 *
 * As long as nothing is known, a single request is sent, and the others wait for its response; while
 * that takes long, one more goes ahead every two seconds. After a window has ended, up to a
 * quarter of the highest number ever left may be sent: other processes may use the key as well.
 * Within a known window, walks leave some requests to polls (see `priority.ts`).
 */
export class RateBudget {
	private inFlight = 0;

	private window?: Window;

	/**
	 * Whether no response has had usable headers so far, so that there is nothing to wait for;
	 * undefined before the first response. Once one has had them, one without, such as a gateway's
	 * error page, changes nothing.
	 */
	private lacksRateHeaders?: boolean;

	private lastSentMs = -Infinity;

	private highestRemaining = 0;

	private countsInMilliseconds = false;

	private readonly clock = new ServiceClock();

	private lastPollMs = -Infinity;

	private waiting: Array<() => void> = [];

	/** A poll is going to send a request as soon as it may. */
	notePoll(nowMs: number): void {
		this.lastPollMs = nowMs;
	}

	/** The wait before the caller's next request; undefined if it may go out now. */
	waitBefore(nowMs: number, caller: Caller): Wait | undefined {
		const window = this.openWindow(nowMs);
		if (window) return this.waitIn(window, nowMs, caller);
		const mayGoAhead = Math.max(1, Math.floor(this.highestRemaining / 4));
		if (this.inFlight < mayGoAhead || this.lacksRateHeaders) return undefined;
		if (!isWithin(TURN_MS, this.lastSentMs, nowMs)) return undefined;
		return { waitMs: this.lastSentMs + TURN_MS - nowMs, endsWithResponse: true };
	}

	/** A request is sent. Every call is followed by a call of `noteEnded`. */
	noteSent(nowMs: number): void {
		this.inFlight++;
		this.lastSentMs = nowMs;
	}

	/** A request has ended: with the headers of its response, or undefined if none arrived. */
	noteEnded(headers: ResponseHeaders | undefined, sentAtMs: number, nowMs: number): void {
		this.inFlight--;
		if (headers) this.learn(headers, sentAtMs, nowMs);
		// The service may have counted a request whose response was lost.
		else if (this.window) this.window.lowestRemaining--;
		const woken = this.waiting;
		this.waiting = [];
		for (const wake of woken) wake();
	}

	/** The service refused a request, so nothing is sent before `untilMs`. */
	noteRefused(untilMs: number): void {
		this.window = { lowestRemaining: 0, endsAtMs: untilMs };
	}

	/** Milliseconds until the known window ends. */
	resetInMs(nowMs: number): number | undefined {
		const window = this.openWindow(nowMs);
		return window && Math.min(window.endsAtMs - nowMs, MAX_WINDOW_MS);
	}

	/**
	 * The earliest time that the service's clock can show now (Unix milliseconds), according to the
	 * `Date` headers; this machine's own time if there were none.
	 */
	serviceNowMs(nowMs: number): number {
		return nowMs - this.clock.maxLeadMs;
	}

	async nextResponse(): Promise<void> {
		return await new Promise((resolve) => this.waiting.push(resolve));
	}

	private waitIn(window: Window, nowMs: number, caller: Caller): Wait | undefined {
		const untilEndMs = Math.min(window.endsAtMs - nowMs, MAX_WINDOW_MS);
		const free = window.lowestRemaining - this.inFlight;
		if (free > this.reservedFrom(caller, nowMs, untilEndMs)) return undefined;
		return {
			waitMs: releaseInMs(free, untilEndMs),
			endsWithResponse: window.lowestRemaining > 0 && this.inFlight > 0,
		};
	}

	/** How many requests the caller leaves to others; never more than half of the rate limit. */
	private reservedFrom(caller: Caller, nowMs: number, windowMs: number): number {
		const arePollsExpected = isWithin(POLLS_EXPECTED_MS, this.lastPollMs, nowMs);
		const most = Math.floor(this.highestRemaining / 2);
		return arePollsExpected ? Math.min(reserveFor(caller, windowMs), most) : 0;
	}

	/** The known window, if it hasn't ended. */
	private openWindow(nowMs: number): Window | undefined {
		return this.window && nowMs < this.window.endsAtMs && this.isPlausible(nowMs)
			? this.window
			: undefined;
	}

	/** A window that ends in over a minute dates from before this machine's clock was set back. */
	private isPlausible(nowMs: number): boolean {
		return (this.window?.endsAtMs ?? 0) - nowMs <= MAX_WINDOW_MS + SAME_WINDOW_MS;
	}

	private learn(headers: ResponseHeaders, sentAtMs: number, nowMs: number): void {
		this.clock.compare(parseDate(headers.date), sentAtMs, nowMs);
		const endsAtMs = this.windowEnd(headers, nowMs);
		const remaining = parseRemaining(headers['x-ratelimit-remaining']);
		if (endsAtMs === undefined || remaining === undefined) {
			this.lacksRateHeaders ??= true;
			return;
		}
		this.lacksRateHeaders = false;
		this.highestRemaining = Math.max(this.highestRemaining, remaining);
		const known = this.isPlausible(nowMs) ? this.window : undefined;
		const isNewWindow =
			!known || sentAtMs >= known.endsAtMs || endsAtMs - known.endsAtMs > SAME_WINDOW_MS;
		if (isNewWindow) {
			this.window = { lowestRemaining: remaining, endsAtMs };
		} else if (known.endsAtMs - endsAtMs <= SAME_WINDOW_MS) {
			known.lowestRemaining = Math.min(known.lowestRemaining, remaining);
			known.endsAtMs = Math.min(known.endsAtMs, endsAtMs);
		}
	}

	/**
	 * The latest time at which the window can end. Waiting slightly too long costs a fraction of a
	 * minute; slightly too short, a refusal.
	 */
	private windowEnd(headers: ResponseHeaders, nowMs: number): number | undefined {
		const reset = parseRateLimitReset(headers['x-ratelimit-reset'], this.countsInMilliseconds);
		if (!reset) return undefined;
		if (reset.isInMilliseconds) this.countsInMilliseconds = true;
		const startMs = reset.kind === 'fromNow' ? nowMs : this.clock.maxLeadMs;
		return Math.min(startMs + reset.latestMs, nowMs + MAX_WINDOW_MS);
	}
}

/** Budgets kept in memory; the least recently used is dropped first. */
const MAX_BUDGETS = 500;

const budgets = remembered(() => new BoundedMap<string, RateBudget>(MAX_BUDGETS));

/** The one budget of a key in this process, by the digest of the key. */
export function budgetOf(keyDigest: string): RateBudget {
	const budget = budgets().get(keyDigest) ?? new RateBudget();
	budgets().set(keyDigest, budget);
	return budget;
}
