import { ProcessMemory } from '../../general/processMemory';
import { isWithin } from '../../general/time';
import { MAX_REQUESTS, WINDOW_MS } from '../limits';
import { readRateLimit } from './rateLimitHeaders';
import type { ResponseHeaders } from './response';

/** The longest wait for the next window, or until the next attempt, whatever a response says (milliseconds). */
export const MAX_WAIT_MS = 61_000;

/** How much later than in truth a window may seem to end: `Date` and reset may be rounded (milliseconds). */
const WINDOW_ROUNDING_MS = 3_000;

/**
 * Who makes a request. `first`: reads for all triggers of the key. `trigger`: reads for one. `person`: someone
 * is waiting for a request or two. `walk`: fetches a list of any length.
 */
export type Priority = 'first' | 'trigger' | 'person' | 'walk';

/**
 * How many requests the service still allows an API key in the present window. Everything in this
 * process that uses the key shares it. Times are Unix milliseconds of this machine, passed in by the
 * caller.
 *
 * A window begins with its first request and lasts a minute; responses say how many requests are
 * really left, and when it really ends. All ends are the latest possible ones: waiting slightly too
 * long costs a fraction of a minute; slightly too short, a refusal.
 */
export class RateBudget {
	private left = 0;

	private beganMs = -Infinity;

	private endsMs = -Infinity;

	/** When the latest window that a response told of ends. */
	private toldEndMs = -Infinity;

	private underWay = 0;

	/** The highest number of requests in a window, as far as it is known. */
	private highest?: number;

	/** When requests of triggers left: the last one, and those within a minute before it. */
	private ofTriggersMs: number[] = [];

	/** The next free turn of a reading that follows a ring. */
	private nextRingMs = -Infinity;

	/** The most by which this machine's clock can be ahead of the service's (milliseconds). */
	private aheadMs = 0;

	/**
	 * Milliseconds until a request may leave; 0 if it may now. What is left to triggers and not needed becomes
	 * free sooner, so whoever waits looks again now and then.
	 */
	waitMs(nowMs: number, priority: Priority): number {
		const isAmple = this.isAmple(nowMs);
		if (priority === 'walk' ? !isAmple : this.left <= 0) return this.endsMs - nowMs;
		const isOfTrigger = priority === 'trigger' || priority === 'first';
		if (isOfTrigger) this.ofTriggersMs = [...this.inLastMinute(nowMs), nowMs];
		return 0;
	}

	/** Whether more is left than triggers may need. */
	isAmple(nowMs: number): boolean {
		this.beginIfOver(nowMs);
		return this.left > this.leftToTriggers(nowMs);
	}

	/** As many as they may need in this window if they go on as in the last minute, and half of it at most. */
	private leftToTriggers(nowMs: number): number {
		// Nearly all read once a minute, or a little later.
		const lastMs = this.ofTriggersMs.at(-1) ?? -Infinity;
		if (!isWithin(2 * WINDOW_MS, lastMs, nowMs)) return 0;
		const { length } = this.inLastMinute(nowMs);
		const share = ((length + 1) * (this.endsMs - nowMs)) / WINDOW_MS;
		return Math.min(1 + Math.floor(share), this.half);
	}

	private inLastMinute(nowMs: number): number[] {
		return this.ofTriggersMs.filter((sentMs) => isWithin(WINDOW_MS, sentMs, nowMs));
	}

	/** Every call is followed by one of `markEnded`. */
	markSent(): void {
		this.left--;
		this.underWay++;
	}

	/** A request has ended: with the headers of its response, or undefined if none arrived. */
	markEnded(headers: ResponseHeaders | undefined, sentMs: number, nowMs: number): void {
		this.underWay--;
		if (!headers) return;
		const { dateMs, window } = readRateLimit(headers, this.serviceNowMs(nowMs));
		if (dateMs !== undefined) this.aheadMs = nowMs - dateMs;
		if (window) this.learn(window.remaining, Math.min(window.endsInMs, WINDOW_MS), sentMs, nowMs);
	}

	/** The service refused a request: nothing is sent for as long as it says, or until the window ends. */
	markRefused(retryAfterMs: number | undefined, nowMs: number): void {
		const untilEndMs = this.toldEndMs > nowMs ? this.toldEndMs - nowMs : WINDOW_MS;
		this.left = 0;
		this.endsMs = nowMs + Math.min(retryAfterMs ?? untilEndMs, MAX_WAIT_MS);
	}

	/**
	 * Reserves the next turn of a reading that follows a ring, and returns the milliseconds until then.
	 * Turns are so far apart that these readings take half of a window at most, and those of several
	 * triggers take turns.
	 */
	ringTurnMs(nowMs: number): number {
		const apartMs = WINDOW_MS / this.half;
		// Later than this only if more triggers wait, or if this machine's clock was set back.
		const latestMs = nowMs + WINDOW_MS;
		const turnMs = Math.min(Math.max(this.nextRingMs, nowMs), latestMs);
		this.nextRingMs = turnMs + apartMs;
		return turnMs - nowMs;
	}

	private get half(): number {
		return (this.highest ?? MAX_REQUESTS) / 2;
	}

	/**
	 * The earliest time that the service's clock can show now (Unix milliseconds), according to the
	 * latest `Date` header; this machine's own time if there was none.
	 */
	serviceNowMs(nowMs: number): number {
		return nowMs - this.aheadMs;
	}

	/** After the end of a window, or if this machine's clock was set back, the next one begins. */
	private beginIfOver(nowMs: number): void {
		const untilEndMs = this.endsMs - nowMs;
		if (untilEndMs > 0 && untilEndMs <= MAX_WAIT_MS) return;
		this.beganMs = nowMs;
		this.endsMs = nowMs + WINDOW_MS;
		this.toldEndMs = Math.min(this.toldEndMs, nowMs);
		// The service may count those under way in either window.
		this.left = (this.highest ?? MAX_REQUESTS) - this.underWay;
	}

	private learn(remaining: number, resetInMs: number, sentMs: number, nowMs: number): void {
		this.highest = Math.max(this.highest ?? 0, remaining + 1);
		const endsMs = nowMs + resetInMs;
		if (sentMs + resetInMs - WINDOW_ROUNDING_MS > this.toldEndMs) {
			// A window that no response told of so far.
			this.beganMs = sentMs;
			this.left = remaining - this.underWay;
			this.endsMs = endsMs;
			this.toldEndMs = endsMs;
		} else if (sentMs >= this.beganMs) {
			this.left = Math.min(this.left, remaining);
			this.endsMs = Math.min(this.endsMs, endsMs);
			this.toldEndMs = Math.min(this.toldEndMs, endsMs);
		}
	}
}

/** Budgets kept in memory; the least recently used is dropped first. */
const MAX_BUDGETS = 500;

const budgets = new ProcessMemory<RateBudget>(MAX_BUDGETS);

export function budgetOf(keyDigest: string): RateBudget {
	return budgets.getOrMake(keyDigest, () => new RateBudget());
}
