import { sleep } from 'n8n-workflow';

/** What a delivery rings, and the loop that reads the list hears. */
export class Bell {
	private submissionIds: string[] = [];

	private wake = () => {};

	ring(submissionId = ''): void {
		this.submissionIds.push(submissionId);
		this.wake();
	}

	/** Whoever waits for it looks around. */
	wakeUp(): void {
		this.wake();
	}

	get hasRung(): boolean {
		return this.submissionIds.length > 0;
	}

	takeRings(): string[] {
		const rings = this.submissionIds;
		this.submissionIds = [];
		return rings;
	}

	async rungWithin(withinMs: number): Promise<void> {
		if (!this.hasRung) await this.wokenWithin(withinMs);
	}

	async wokenWithin(withinMs: number): Promise<void> {
		const woken = new Promise<void>((resolve) => (this.wake = resolve));
		await Promise.race([woken, sleep(withinMs)]);
	}
}
