/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
import {
	forgetSleepers,
	NOON,
	runClock,
	skipTime,
	startFakeClock,
	stopFakeClock,
} from '../../support/fakeClock';

/** By the service's clock. */
export { NOON };

/**
 * The machine n8n runs on. Its time passes only while everything waits for it, so several things can be in
 * progress at once; its clock may be some seconds off the service's.
 */
export class Machine {
	constructor(private leadMs = 0) {
		startFakeClock(NOON + leadMs);
		let state = 1;
		jest.spyOn(Math, 'random').mockImplementation(() => {
			state = (state * 48_271) % 2_147_483_647;
			return state / 2_147_483_647;
		});
	}

	/** The service's time. */
	get nowMs(): number {
		return Date.now() - this.leadMs;
	}

	async sleep(milliseconds: number): Promise<void> {
		await new Promise((wake) => setTimeout(wake, milliseconds));
	}

	/** Lets time pass until the work has finished. */
	async run<T>(work: Promise<T>): Promise<T> {
		return await runClock(work, Infinity);
	}

	/** Time passes in which nothing on this machine runs, as while a computer is suspended. */
	suspend(milliseconds: number): void {
		skipTime(milliseconds);
	}

	/** Its clock is set forward, or back; that of the service isn't. */
	moveClock(milliseconds: number): void {
		this.leadMs += milliseconds;
		skipTime(milliseconds);
	}

	/** Whatever was asleep in a process that is gone does not wake up. */
	forgetSleepers(): void {
		forgetSleepers();
	}

	stop(): void {
		// Jest keeps each clock for good, and with its timers whatever sleeps.
		this.forgetSleepers();
		jest.restoreAllMocks();
		stopFakeClock();
	}
}
