import { sleep } from 'n8n-workflow';

/** Wakes a loop that waits for whatever comes next. */
export class Alarm {
	private end = () => {};

	wake(): void {
		this.end();
	}

	async wokenWithin(withinMs: number): Promise<void> {
		const woken = new Promise<void>((resolve) => (this.end = resolve));
		// Timers drop fractions of a millisecond, so they would end too early.
		await Promise.race([woken, sleep(Math.ceil(withinMs))]);
	}
}
