import { sleep } from 'n8n-workflow';

/** What a delivery rings, and the loop that reads the list hears. It carries nothing: the list has it all. */
export class Bell {
	private rings = 0;

	private wake = () => {};

	ring(): void {
		this.rings++;
		this.wake();
	}

	get hasRung(): boolean {
		return this.rings > 0;
	}

	/** How often it has rung since this was last asked. */
	takeRings(): number {
		const { rings } = this;
		this.rings = 0;
		return rings;
	}

	/** Waits until it rings, for this long at most (milliseconds). */
	async rungWithin(withinMs: number): Promise<void> {
		if (this.hasRung) return;
		const woken = new Promise<void>((resolve) => (this.wake = resolve));
		await Promise.race([woken, sleep(withinMs)]);
	}
}
