/* eslint-disable @n8n/community-nodes/no-restricted-globals -- not part of the published package */
type Sleeper = { atMs: number; wake: () => void };

/** Time that passes only when everything waits for it: two polls can be in progress at once. */
export class VirtualTime {
	private sleepers: Sleeper[] = [];

	constructor(
		public nowMs: number,
		private readonly onChange: (nowMs: number) => void,
	) {
		onChange(nowMs);
	}

	async sleep(milliseconds: number): Promise<void> {
		const atMs = this.nowMs + Math.max(0, milliseconds);
		await new Promise<void>((wake) => this.sleepers.push({ atMs, wake }));
	}

	/** Lets time pass until the work has finished. */
	async run<T>(work: Promise<T>): Promise<T> {
		let isRunning = true;
		const end = () => {
			isRunning = false;
		};
		work.then(end, end);
		for (let idleTurns = 0; ; ) {
			await new Promise((resolve) => setImmediate(resolve));
			if (!isRunning) return await work;
			idleTurns = this.wakeNext() ? 0 : idleTurns + 1;
			if (idleTurns > 1_000) throw new Error('Still working, but waiting for nothing');
		}
	}

	/** Lets time pass in which nothing happens. */
	async pass(milliseconds: number): Promise<void> {
		await this.run(this.sleep(milliseconds));
	}

	/** Whatever was asleep in a process that is gone does not wake up. */
	forgetSleepers(): void {
		this.sleepers = [];
	}

	private wakeNext(): boolean {
		let next: Sleeper | undefined;
		for (const one of this.sleepers) if (!next || one.atMs < next.atMs) next = one;
		if (!next) return false;
		this.sleepers.splice(this.sleepers.indexOf(next), 1);
		if (next.atMs > this.nowMs) {
			this.nowMs = next.atMs;
			this.onChange(next.atMs);
		}
		next.wake();
		return true;
	}
}
