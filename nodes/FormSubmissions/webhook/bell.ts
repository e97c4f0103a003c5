import { sleep } from 'n8n-workflow';

/** What a delivery rings, and the loop that reads the list hears. */
export class Bell {
	private submissionIds: string[] = [];

	private wake = () => {};

	/** With the ID of the submission that was delivered, if it has one. */
	ring(submissionId = ''): void {
		this.submissionIds.push(submissionId);
		this.wake();
	}

	get hasRung(): boolean {
		return this.submissionIds.length > 0;
	}

	/** What has been delivered since this was last asked. */
	takeRings(): string[] {
		const rings = this.submissionIds;
		this.submissionIds = [];
		return rings;
	}

	async rungWithin(withinMs: number): Promise<void> {
		if (this.hasRung) return;
		const woken = new Promise<void>((resolve) => (this.wake = resolve));
		await Promise.race([woken, sleep(withinMs)]);
	}
}
