import { sleep } from 'n8n-workflow';

/** Wakes a loop that waits for whatever comes next. */
export class Bell {
	private wake = () => {};

	ring(): void {
		this.wake();
	}

	async rungWithin(withinMs: number): Promise<void> {
		const rung = new Promise<void>((resolve) => (this.wake = resolve));
		// Timers drop fractions of a millisecond, so they would end too early.
		await Promise.race([rung, sleep(Math.ceil(withinMs))]);
	}
}
