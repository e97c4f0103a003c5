import { createHash } from 'crypto';

import { parseDate, type ResponseHeaders } from './headers';
import { parseRateLimitReset } from './rateLimitReset';
import { LONGEST_WAIT_MS } from './retry';
import { ServiceClock } from './serviceClock';

/** Answers whose windows end within this much of each other are of the same window. */
const SAME_WINDOW_MS = 2_000;

/** How long a request waits for another one's answer to tell how much is left. */
const LONGEST_WAIT_FOR_ANSWER_MS = 2_000;

/** Budgets kept in memory; the one unused for longest goes first. */
const MOST_BUDGETS = 500;

/** May a request go out now? If not: at most how long to wait, and whether for an answer. */
export type Admission = { waitMs: 0 } | { waitMs: number; endsWithAnswer: boolean };

/**
 * What is left of an API key's rate limit (specification, section 8: 120 requests a minute a key),
 * as the answers' own headers tell it. It holds for everything in this process that uses the key.
 * All times are Unix milliseconds of this machine, handed in by the caller.
 *
 * As long as nothing is known, a single request goes ahead and the others wait for what its answer
 * says. When a window has ended, a quarter of the most that was ever left may go ahead: a new window
 * was never seen to hold less, and other processes may be using the key as well.
 */
export class RateBudget {
	private inFlight = 0;

	private window?: { lowestRemaining: number; endsAtMs: number };

	/** An answer came without usable headers: while no window is known, there is nothing to wait for. */
	private isUntold = false;

	private mostRemaining = 0;

	private countsInMilliseconds = false;

	private readonly clock = new ServiceClock();

	private waiting: Array<() => void> = [];

	admit(nowMs: number): Admission {
		if (this.window && nowMs < this.window.endsAtMs) {
			const untilEnd = this.window.endsAtMs - nowMs;
			if (this.window.lowestRemaining > this.inFlight) return { waitMs: 0 };
			return { waitMs: untilEnd, endsWithAnswer: this.window.lowestRemaining > 0 };
		}
		const mayGoAhead = Math.max(1, Math.floor(this.mostRemaining / 4));
		if (this.inFlight < mayGoAhead || (this.isUntold && !this.window)) return { waitMs: 0 };
		return { waitMs: LONGEST_WAIT_FOR_ANSWER_MS, endsWithAnswer: true };
	}

	/** A request goes out. Every call is followed by one of `answered`. */
	sent(): void {
		this.inFlight++;
	}

	/** A request came back, with the headers of its answer or, where none arrived, without. */
	answered(headers: ResponseHeaders | undefined, sentAtMs: number, nowMs: number): void {
		this.inFlight--;
		if (headers) this.learn(headers, sentAtMs, nowMs);
		// The service may have counted a request whose answer was lost.
		else if (this.window) this.window.lowestRemaining--;
		const woken = this.waiting;
		this.waiting = [];
		for (const wake of woken) wake();
	}

	/** The service refused a request and nothing goes out until then. */
	refused(untilMs: number): void {
		this.window = { lowestRemaining: 0, endsAtMs: untilMs };
	}

	/** Milliseconds until the known window ends. */
	resetInMs(nowMs: number): number | undefined {
		if (!this.window || this.window.endsAtMs <= nowMs) return undefined;
		return this.window.endsAtMs - nowMs;
	}

	/**
	 * The earliest that the service's clock can show now (Unix milliseconds), as the `Date` headers
	 * tell; this machine's own time where there was none.
	 */
	serviceNowMs(nowMs: number): number {
		return this.clock.earliestNowMs(nowMs);
	}

	async nextAnswer(): Promise<void> {
		return await new Promise((resolve) => this.waiting.push(resolve));
	}

	private learn(headers: ResponseHeaders, sentAtMs: number, nowMs: number): void {
		this.clock.compare(parseDate(headers.date), sentAtMs, nowMs);
		const endsAtMs = this.windowEnd(headers, nowMs);
		const remaining = parseRemaining(headers['x-ratelimit-remaining']);
		if (endsAtMs === undefined || remaining === undefined) {
			this.isUntold = true;
			if (this.window && nowMs >= this.window.endsAtMs) this.window = undefined;
			return;
		}
		this.mostRemaining = Math.max(this.mostRemaining, remaining);
		const known = this.window;
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
	 * The latest moment at which the window can end by this machine's clock. Waiting a little too
	 * long costs a fraction of a minute; a little too short costs a refusal.
	 */
	private windowEnd(headers: ResponseHeaders, nowMs: number): number | undefined {
		const reset = parseRateLimitReset(headers['x-ratelimit-reset'], this.countsInMilliseconds);
		if (!reset) return undefined;
		if (reset.isInMilliseconds) this.countsInMilliseconds = true;
		const roundingMs = reset.isWholeSeconds ? 1000 : 0;
		const startMs = reset.kind === 'fromNow' ? nowMs : this.clock.mostLeadMs;
		const end = startMs + reset.milliseconds;
		return Math.min(end + roundingMs, nowMs + LONGEST_WAIT_MS);
	}
}

function parseRemaining(header: string | undefined): number | undefined {
	const text = header?.trim() ?? '';
	return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

const budgets = new Map<string, RateBudget>();

/**
 * The one budget of a key in this process. A digest names it, so that no key stands in a data
 * structure that outlives the request.
 */
export function budgetOf(baseUrl: string, apiKey: string): RateBudget {
	const name = createHash('sha256').update(`${baseUrl}\n${apiKey}`).digest('base64');
	const budget = budgets.get(name) ?? new RateBudget();
	budgets.delete(name);
	budgets.set(name, budget);
	const [oldest] = budgets.keys();
	if (budgets.size > MOST_BUDGETS && oldest !== undefined) budgets.delete(oldest);
	return budget;
}

/** Forgets every budget, as a restart of the process would. */
export function forgetBudgets(): void {
	budgets.clear();
}
