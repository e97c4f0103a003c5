/** How long a delivery can be in progress before it is taken to be lost (milliseconds). */
const LONGEST_IN_PROGRESS_MS = 5 * 60_000;

/** Accepted deliveries that are remembered; some 200 bytes each. */
const MOST_ACCEPTED = 20_000;

export type DeliveryState = 'first' | 'inProgress' | 'accepted';

/** What makes a delivery a repeat of another. */
export type DeliveryIdentity = {
	workflowId: string;
	nodeId: string;
	/** A test must not make the real delivery of the same submission a repeat. */
	isTest: boolean;
	event: string;
	submissionId: string;
};

export function deliveryKey(identity: DeliveryIdentity): string {
	const { workflowId, nodeId, isTest, event, submissionId } = identity;
	return JSON.stringify([workflowId, nodeId, isTest, event, submissionId]);
}

/**
 * Which deliveries this process has accepted, so that one that comes again does not run the
 * workflow again. Accepted means that n8n answered 2xx, which it does once the execution is stored
 * or queued. In memory, because n8n does not save static data of a delivery that starts a workflow;
 * several processes therefore each accept a delivery once.
 */
export class DeliveryMemory {
	private readonly inProgress = new Map<string, number>();

	private readonly accepted = new Set<string>();

	constructor(private readonly mostAccepted = MOST_ACCEPTED) {}

	/** Says what is known of a delivery; a first one is in progress from now on (Unix milliseconds). */
	begin(key: string, nowMs: number): DeliveryState {
		if (this.accepted.has(key)) return 'accepted';
		const sinceMs = this.inProgress.get(key);
		if (sinceMs !== undefined && nowMs - sinceMs <= LONGEST_IN_PROGRESS_MS) return 'inProgress';
		this.forgetLost(nowMs);
		this.inProgress.set(key, nowMs);
		return 'first';
	}

	/** n8n has answered the delivery that began then; one that is not 2xx will be sent again. */
	end(key: string, beganAtMs: number, statusCode: number): void {
		if (statusCode >= 200 && statusCode < 300) this.accept(key);
		if (this.inProgress.get(key) === beganAtMs) this.inProgress.delete(key);
	}

	private accept(key: string): void {
		this.accepted.add(key);
		const [oldest] = this.accepted;
		if (this.accepted.size > this.mostAccepted && oldest !== undefined)
			this.accepted.delete(oldest);
	}

	/** In order of beginning, so the first that is not lost ends the search. */
	private forgetLost(nowMs: number): void {
		for (const [key, sinceMs] of this.inProgress) {
			if (nowMs - sinceMs <= LONGEST_IN_PROGRESS_MS) return;
			this.inProgress.delete(key);
		}
	}
}
