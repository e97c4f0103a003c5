import { createHash } from 'crypto';

import { BoundedMap } from '../general/boundedMap';

/** How long a delivery can be in progress before it counts as lost (milliseconds). */
const MAX_IN_PROGRESS_MS = 5 * 60_000;

/** Deliveries to remember; some 200 bytes each. */
const MAX_DELIVERIES = 20_000;

type DeliveryState = 'first' | 'inProgress' | 'accepted';

/** Two deliveries for which all of this is equal are the same. */
type DeliveryIdentity = {
	/** The trigger, as `nodeKeyOf` identifies it. */
	nodeKey: string;
	/**
	 * Production, or one listening for a test event: what was accepted in one is no repeat in another,
	 * so that a person can test with the same submission again.
	 */
	session: string;
	/** Two services may use the same IDs. */
	baseUrl: string;
	submissionId: string;
};

/** The same for the same delivery; short, however long the service's IDs are. */
export function deliveryKey(identity: DeliveryIdentity): string {
	const { nodeKey, session, baseUrl, submissionId } = identity;
	const parts = JSON.stringify([nodeKey, session, baseUrl, submissionId]);
	return createHash('sha256').update(parts).digest('base64');
}

/**
 * Remembers which deliveries this process has accepted, so that a repeated one doesn't run the
 * workflow again. Accepted means that n8n responded with 2xx. From n8n 2.8.0 on (2.7.5 is the last
 * without `shouldDeferOnReceivedResponse`), it does so once the execution is stored or queued; older
 * versions respond first, so if storing fails, the submission is lost and a repeat starts nothing.
 *
 * Kept in memory, because n8n doesn't save static data when a delivery starts a workflow; if there
 * are several processes, each may therefore accept the same delivery once.
 */
export class DeliveryMemory {
	/** By key: accepted, or in progress since then (Unix milliseconds). */
	private readonly deliveries = new BoundedMap<string, 'accepted' | number>(MAX_DELIVERIES);

	/** Returns a delivery's state; a first one is in progress from now on (Unix milliseconds). */
	begin(key: string, nowMs: number): DeliveryState {
		const known = this.deliveries.get(key);
		if (known === 'accepted') return 'accepted';
		// `isWithin` won't do: if the clock was set back a little, a copy must not run the workflow.
		const isInProgress = known !== undefined && Math.abs(nowMs - known) < MAX_IN_PROGRESS_MS;
		if (isInProgress) return 'inProgress';
		this.deliveries.set(key, nowMs);
		return 'first';
	}

	/** n8n has responded to the delivery that began then; without a 2xx, it will be sent again. */
	end(key: string, beganAtMs: number, statusCode: number): void {
		if (statusCode >= 200 && statusCode < 300) this.deliveries.set(key, 'accepted');
		else if (this.deliveries.get(key) === beganAtMs) this.deliveries.delete(key);
	}
}
