/** One life of n8n's process, from its start until it is killed. */
export class Life {
	isOver = false;

	/** Resolves at the end of this life. */
	readonly ended: Promise<void>;

	private resolve: () => void = () => {};

	constructor() {
		this.ended = new Promise<void>((resolve) => {
			this.resolve = resolve;
		});
	}

	/** Ends the process at once: nothing that runs in it goes on. */
	end(): void {
		this.isOver = true;
		this.resolve();
	}
}

/** What code of a process that is no more gets. */
export async function never(): Promise<never> {
	return await new Promise<never>(() => {});
}
