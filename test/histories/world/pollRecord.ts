/** What one poll cost, and how it went. */
export type PollRecord = {
	fromMs: number;
	requests: number;
	durationMs: number;
	rows: number;
	error?: string;
	/** Whether n8n ran it itself, to publish the workflow or at its start. */
	isPublication: boolean;
	/** Whether the service or the network kept it from reading the top of the list. */
	isHindered: boolean;
	/** Whether n8n dropped what it returned. */
	isDropped: boolean;
};

/** Whether a poll can be expected to have returned what is new. */
export function counts({ requests, isPublication, isHindered, isDropped }: PollRecord): boolean {
	// A poll beside another one of the same trigger makes no request, and returns nothing.
	return requests > 0 && !isPublication && !isHindered && !isDropped;
}

/** Notes that n8n dropped what a poll returned, or had come to. */
export function drop(poll: PollRecord): void {
	poll.isDropped = true;
}
