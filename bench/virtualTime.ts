/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import FakeTimers from '@sinonjs/fake-timers';

/** Noon of some day; only differences count. */
const NOON = Date.UTC(2026, 2, 10, 12);

/** After this many rounds of the event loop without a timer, nothing more can happen. */
const MOST_IDLE_ROUNDS = 1_000;

/**
 * Runs work with a simulated clock and seeded randomness: `Date` and `setTimeout` jump from timer to
 * timer, and `Math.random` returns the same numbers for the same seed. Hours pass in seconds, repeatably.
 */
export async function inVirtualTime<T>(seed: number, work: () => Promise<T>): Promise<T> {
	const nextTurn = async () => await new Promise((resolve) => setImmediate(resolve));
	const clock = FakeTimers.install({
		now: NOON,
		toFake: ['Date', 'setTimeout', 'clearTimeout'],
	});
	const realRandom = Math.random;
	Math.random = createRandom(seed);
	try {
		const done = work();
		let isRunning = true;
		const end = () => {
			isRunning = false;
		};
		done.then(end, end);
		for (let idleRounds = 0; idleRounds < MOST_IDLE_ROUNDS; ) {
			await nextTurn();
			if (!isRunning) return await done;
			idleRounds = clock.countTimers() > 0 ? 0 : idleRounds + 1;
			clock.next();
		}
		throw new Error('Still working, and waiting for no timer');
	} finally {
		Math.random = realRandom;
		clock.uninstall();
	}
}

/** Returns a generator of pseudorandom numbers from 0 to 1, the same for the same seed (Mulberry32). */
export function createRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
