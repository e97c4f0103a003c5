/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- not part of the published package */
import { AsyncLocalStorage } from 'node:async_hooks';

/** An arbitrary day at noon, for tests with a clock of their own. */
export const NOON = Date.UTC(2026, 2, 10, 12);

/** What stays real where the test controls only `Date`. */
const TIMERS = [
	...(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const),
	...(['requestAnimationFrame', 'cancelAnimationFrame'] as const),
	...(['requestIdleCallback', 'cancelIdleCallback'] as const),
];

/** What stays real always: promises and the event loop. */
const TURNS = [
	...(['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
	...(['performance', 'hrtime'] as const),
];

/** From now on, it is this time, until the test sets another. Timers are real. */
export function stopTime(now = NOON): void {
	jest.useFakeTimers({ now, doNotFake: [...TIMERS, ...TURNS] });
}

/** Time passes in which nothing happens that waits for it, as while a computer is suspended. */
export function skipTime(ms: number): void {
	jest.setSystemTime(Date.now() + ms);
}

/**
 * From now on, the test controls `Date` and `setTimeout`; promises and the event loop stay real. What
 * retries draw is the same in each run: evenly spread, in steps of the golden ratio.
 */
export function startFakeClock(now = NOON): void {
	let drawn = 0;
	jest.spyOn(Math, 'random').mockImplementation(() => (drawn = (drawn + 0.618_033_988_75) % 1));
	jest.useFakeTimers({ now, doNotFake: TURNS });
}

export function stopFakeClock(): void {
	jest.useRealTimers();
	jest.spyOn(Math, 'random').mockRestore();
}

/** What time waits for, and whether it has to meanwhile. */
const held = new Set<{ isHolding: boolean }>();

const currentHold = new AsyncLocalStorage<{ isHolding: boolean }>();

/** Lets no fake time pass until the work has ended: it needs turns of the real event loop. */
export async function holdTime<T>(work: () => Promise<T>): Promise<T> {
	const hold = { isHolding: true };
	held.add(hold);
	try {
		return await currentHold.run(hold, work);
	} finally {
		held.delete(hold);
	}
}

/** The work for which time was held takes this much fake time (milliseconds). */
export async function passTime(ms: number): Promise<void> {
	const hold = currentHold.getStore();
	if (!hold) throw new Error('Time is not held');
	hold.isHolding = false;
	await new Promise((resolve) => ms < Infinity && setTimeout(resolve, ms));
	hold.isHolding = true;
}

/** Whatever is asleep doesn't wake up. */
export function forgetSleepers(): void {
	const nowMs = Date.now();
	// This also sets the clock back to its start.
	jest.clearAllTimers();
	jest.setSystemTime(nowMs);
}

/** Runs everything that is due without time passing. */
export async function settle(): Promise<void> {
	do await new Promise((resolve) => setImmediate(resolve));
	while ([...held].some(({ isHolding }) => isHolding));
}

/** Advances fake time from timer to timer until the work has ended, and returns its result. */
export async function runClock<T>(work: Promise<T>, mostMs = 24 * 60 * 60_000): Promise<T> {
	let isRunning = true;
	const end = () => {
		isRunning = false;
	};
	work.then(end, end);
	const startedMs = Date.now();
	let idleTurns = 0;
	for (;;) {
		await settle();
		if (!isRunning) return await work;
		if (Date.now() - startedMs > mostMs) throw new Error(`Still working after ${mostMs} ms`);
		idleTurns = jest.getTimerCount() > 0 ? 0 : idleTurns + 1;
		if (idleTurns > 1_000) throw new Error('Still working, and waiting for no timer');
		jest.advanceTimersToNextTimer();
	}
}

/** How much fake time the work takes (milliseconds), whether or not it succeeds. */
export async function durationMs(work: Promise<unknown>): Promise<number> {
	const startedMs = Date.now();
	await runClock(Promise.allSettled([work]));
	return Date.now() - startedMs;
}
