/** One lifetime of n8n's process, from its start until it ends. */
export class Life {
	isOver = false;

	/** Resolves at the end of this lifetime. */
	readonly ended: Promise<void>;

	private resolve: () => void = () => {};

	constructor() {
		this.ended = new Promise<void>((resolve) => {
			this.resolve = resolve;
		});
	}

	/** Ends the process at once: nothing running in it continues. */
	end(): void {
		this.isOver = true;
		this.resolve();
	}
}

/** What code gets if its process is gone. */
export async function never(): Promise<never> {
	return await new Promise<never>(() => {});
}
