/** One lifetime of n8n's process, from its start until it is killed. */
export class Life {
	isOver = false;

	/** Resolves at the end of this lifetime. */
	readonly ended: Promise<void>;

	/** Polls in progress for whose end n8n waits when it is asked to end. */
	pollsAwaited = 0;

	/** Whether n8n ends as soon as those polls have. */
	isEnding = false;

	private resolve: () => void = () => {};

	constructor() {
		this.ended = new Promise<void>((resolve) => {
			this.resolve = resolve;
		});
	}

	/** SIGTERM: n8n ends as soon as nothing is in progress for whose end it waits. */
	askToEnd(): void {
		if (this.pollsAwaited > 0) this.isEnding = true;
		else this.end();
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
